# Silcrow's server in a container: slim, not as root, everything it keeps in one volume.
#   docker build -t silcrow .
#   docker run -p 127.0.0.1:8017:8017 -v silcrow:/data -e SILCROW_TOKEN=… silcrow
FROM python:3.13-slim-bookworm AS build
ARG EXTRAS=web
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN python -m venv /opt/silcrow && /opt/silcrow/bin/pip install --no-cache-dir ".[${EXTRAS}]"

FROM python:3.13-slim-bookworm
RUN groupadd --gid 10001 silcrow \
 && useradd --uid 10001 --gid 10001 --create-home --home-dir /home/silcrow --shell /usr/sbin/nologin silcrow \
 && install -d -o silcrow -g silcrow -m 700 /data
COPY --from=build /opt/silcrow /opt/silcrow
ENV PATH=/opt/silcrow/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SILCROW_LIBRARY=/data/library.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8017
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8017/health', timeout=4)"]
# SILCROW_TOKEN has to be set: without it the server listens at no address but the loopback, and ends.
ENTRYPOINT ["silcrow"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8017", "--allow-upload"]
