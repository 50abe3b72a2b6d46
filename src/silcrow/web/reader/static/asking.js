// A question: quotes at once, and, where a model is named, its steps and words as they come and its answer at the end.

/** The events of a stream of server-sent events that was asked for by POST. */
async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    held += value ?? "";
    for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n")) {
      const lines = held.slice(0, end).split("\n");
      held = held.slice(end + 2);
      const kind = lines.find((line) => line.startsWith("event: "))?.slice(7);
      if (kind) yield { kind, text: lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n") };
    }
    if (done) return;
  }
}

export class Asking {
  constructor(room, form, host, { onAsked }) {
    this.base = `/reader/${encodeURIComponent(room.dataset.doc)}`;
    this.form = form;
    this.host = host;
    this.key = (words) => `silcrow:answer:${room.dataset.doc}:${room.dataset.tag}:${words}`;
    // Capturing, and first: htmx or the model's own way of asking may let nobody else hear of it.
    form.addEventListener("submit", () => onAsked(form.elements.q.value), true);
    form.elements.q.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    if (room.dataset.model) this.#withModel();
  }

  #withModel() {
    const words = this.form.elements.q.value;
    const held = words && sessionStorage.getItem(this.key(words));
    if (held) this.host.innerHTML = held;
    this.form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        this.#ask(new URLSearchParams(new FormData(this.form)));
      },
      true,
    );
  }

  async #ask(asked) {
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const steps = document.createElement("details");
    steps.className = "steps";
    steps.open = true;
    const head = steps.appendChild(document.createElement("summary"));
    head.textContent = "At work…";
    const list = steps.appendChild(document.createElement("ol"));
    const words = document.createElement("p");
    words.className = "coming";
    const quotes = document.createElement("div");
    this.host.replaceChildren(steps, words, quotes);
    this.host.setAttribute("aria-busy", "true");
    // The model may be quicker than the quotes, which must not take the place of its answer.
    let answered = false;
    fetch(`${this.base}/answer?${asked}`, { signal })
      .then(async (found) => {
        const text = await found.text();
        if (found.ok && !answered) quotes.innerHTML = text;
      })
      .catch(() => {});
    try {
      const answer = await fetch(`${this.base}/asking`, { method: "POST", body: asked, signal });
      if (!answer.ok) {
        quotes.innerHTML = await answer.text();
        return;
      }
      for await (const { kind, text } of events(answer)) {
        if (kind === "step") {
          list.append(Object.assign(document.createElement("li"), { textContent: text }));
          words.textContent = "";
        } else if (kind === "words") words.textContent += text;
        else if (kind === "end") {
          answered = true;
          quotes.innerHTML = text;
          head.textContent = `${list.children.length} steps`;
          steps.open = false;
          this.host.append(steps);
          words.remove();
          sessionStorage.setItem(this.key(asked.get("q")), this.host.innerHTML);
        }
      }
    } catch (failure) {
      if (failure.name !== "AbortError") head.textContent = "The connection was lost; silcrow readings has what was read.";
    } finally {
      this.host.removeAttribute("aria-busy");
    }
  }
}
