// The list of documents: filtered as one types, each with the place where one left it.

const filter = document.getElementById("filter");
const books = [...document.querySelectorAll("#books > li")];
const count = document.getElementById("count");
const whole = count?.textContent ?? "";

filter?.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let seen = 0;
  for (const book of books) {
    const text = book.dataset.words.toLowerCase();
    book.hidden = !words.every((word) => text.includes(word));
    seen += !book.hidden;
  }
  count.textContent = words.length ? `${seen} of ${whole}` : whole;
  document.getElementById("none").hidden = seen > 0;
});

for (const book of books) {
  const held = localStorage.getItem(`silcrow:at:${book.dataset.doc}`);
  if (!held) continue;
  const { sec, href } = JSON.parse(held);
  if (!sec || !href.startsWith("/read/")) continue;
  const link = Object.assign(document.createElement("a"), { className: "resume", href, textContent: `Go on at ${sec}` });
  book.append(link);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    filter?.focus();
  }
});
