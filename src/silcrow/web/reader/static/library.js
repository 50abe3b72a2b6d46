// The list of documents: filtered as one types, each with the place where one left it; a question to all; uploads.

import { Asking } from "./asking.js";
import { hovering } from "./hover.js";
import { uploads } from "./uploads.js";

const filter = document.getElementById("filter");
const books = () => document.querySelectorAll("#books > li");
const question = document.getElementById("question");
if (question) {
  const answer = document.getElementById("answer");
  new Asking(question, answer, {
    base: "",
    model: question.dataset.model,
    reading: question.dataset.reading,
    onAsked: (changed) => {
      const asked = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changed)) value ? asked.set(name, value) : asked.delete(name);
      history.replaceState(null, "", asked.size ? `/?${asked}` : "/");
    },
  });
  hovering(answer, document.getElementById("hover"), (chip) =>
    answer.querySelector(`a.quote[data-number="${chip.dataset.number}"]`),
  );
}
uploads(document.getElementById("uploads"));

function sift() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...books()];
  for (const book of all) book.hidden = !words.every((word) => book.dataset.words.toLowerCase().includes(word));
  const seen = all.filter((book) => !book.hidden).length;
  const whole = `${all.length} document${all.length === 1 ? "" : "s"}`;
  document.getElementById("count").textContent = words.length ? `${seen} of ${whole}` : whole;
  document.getElementById("none").hidden = seen > 0;
}

function resume() {
  for (const book of books()) {
    const held = localStorage.getItem(`silcrow:at:${book.dataset.doc}`);
    if (!held) continue;
    const { sec, href } = JSON.parse(held);
    if (!sec || !href.startsWith("/read/")) continue;
    book.append(Object.assign(document.createElement("a"), { className: "resume", href, textContent: `Go on at ${sec}` }));
  }
}

filter?.addEventListener("input", sift);
document.addEventListener("renewed", () => (sift(), resume()));
resume();

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    filter?.focus();
  }
});
