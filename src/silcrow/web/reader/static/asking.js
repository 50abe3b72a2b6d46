// A question: quotes at once, and, where a model is named, its steps and words as they come and its answer at the end.
// The reading that an answer is saved as goes into the address, so that it is there again without being paid for again.

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
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      if (kind && data) yield { kind, data: JSON.parse(data) };
    }
    if (done) return;
  }
}

const made = (tag, className, text = "") =>
  Object.assign(document.createElement(tag), { className, textContent: text });

function failure({ detail, hint }) {
  const box = made("div", "failed");
  box.setAttribute("role", "alert");
  box.append(made("p", "", detail), made("p", "note", hint));
  return box;
}

export class Asking {
  constructor(form, host, { base, model, reading, onAsked }) {
    this.base = base;
    this.form = form;
    this.host = host;
    this.onAsked = onAsked;
    form.elements.q.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        form.requestSubmit();
      }
    });
    // Capturing, and first: htmx or the model's own way of asking may let nobody else hear of it.
    form.addEventListener("submit", () => onAsked({ q: form.elements.q.value, reading: "" }), true);
    host.addEventListener("click", (event) => {
      const { resume } = event.target.dataset;
      if (resume) this.#ask(new URLSearchParams({ reading: resume }));
    });
    if (reading) this.#again(reading);
    if (model) {
      form.addEventListener(
        "submit",
        (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          this.#ask(new URLSearchParams(new FormData(form)));
        },
        true,
      );
    }
  }

  /** The answer of a reading that was begun before. */
  async #again(reading) {
    const answer = await fetch(`${this.base}/answer?${new URLSearchParams({ reading })}`);
    this.host.innerHTML = await answer.text();
  }

  async #ask(asked) {
    this.stop?.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    const steps = made("details", "steps");
    steps.open = true;
    const head = steps.appendChild(made("summary", "", "At work…"));
    const list = steps.appendChild(made("ol", ""));
    const words = made("p", "coming");
    const quotes = made("div", "");
    this.host.replaceChildren(steps, words, quotes);
    this.host.setAttribute("aria-busy", "true");
    // The model may be quicker than the quotes, which must not take the place of its answer.
    let answered = false;
    if (asked.get("q"))
      fetch(`${this.base}/answer?${asked}`, { signal })
        .then(async (found) => {
          const text = await found.text();
          if (found.ok && !answered) quotes.innerHTML = text;
        })
        .catch(() => {});
    try {
      const answer = await fetch(`${this.base}/asking`, { method: "POST", body: asked, signal });
      if (!answer.ok) {
        answered = true;
        quotes.innerHTML = await answer.text();
        return;
      }
      for await (const { kind, data } of events(answer)) {
        if (kind === "step") {
          if (data.number === 1) this.onAsked({ reading: data.reading });
          list.append(made("li", "", data.line.trim()));
          words.textContent = "";
        } else if (kind === "words") words.textContent += data.text;
        else {
          answered = true;
          if (kind === "answer") quotes.innerHTML = data.html;
          else quotes.replaceChildren(failure(data));
          head.textContent = `${list.children.length} step${list.children.length === 1 ? "" : "s"}`;
          steps.open = false;
          words.remove();
          this.host.append(steps);
        }
      }
    } catch (fault) {
      if (fault.name !== "AbortError") head.textContent = "The connection was lost. Load the page anew to go on.";
    } finally {
      if (!signal.aborted) this.host.removeAttribute("aria-busy");
    }
  }
}
