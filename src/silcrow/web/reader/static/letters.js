// A quote in the text of a page: compared by letters and digits alone, without case, and wrapped in <mark>.

const kept = /[\p{L}\p{N}]/u;

/** The letters of a text, each with the index it stands at. */
export function fold(text) {
  const letters = [];
  const at = [];
  let index = 0;
  for (const character of text) {
    for (const one of character.normalize("NFKC").toLowerCase().replaceAll("ß", "ss")) {
      if (kept.test(one)) {
        letters.push(one);
        at.push(index);
      }
    }
    index += character.length;
  }
  return { letters: letters.join(""), at, count: letters.length };
}

/** Every text node below some elements with its folded letters, and all letters in a row. */
function streamOf(elements) {
  const pieces = [];
  let all = "";
  let count = 0;
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, {
      acceptNode: (node) =>
        node.parentElement.closest(".pilcrow, .leafno") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const folded = fold(node.data);
      pieces.push({ node, folded, from: count, end: count + folded.count });
      all += folded.letters;
      count += folded.count;
    }
  }
  // Letters outside the basic plane take two units, so places are counted in letters and not in units.
  return { pieces, letters: [...all] };
}

function find(letters, wanted, expected) {
  let best = -1;
  outer: for (let start = 0; start + wanted.length <= letters.length; start++) {
    for (let i = 0; i < wanted.length; i++) if (letters[start + i] !== wanted[i]) continue outer;
    if (best < 0 || Math.abs(start - expected) < Math.abs(best - expected)) best = start;
  }
  return best;
}

/** Wrap a quote where it stands in some elements; the marks made. `before`: the letters that come before it. */
export function markIn(elements, quote, { verdict, before = 0 }) {
  const { pieces, letters } = streamOf(elements);
  const wanted = [...fold(quote).letters];
  const start = wanted.length ? find(letters, wanted, before) : -1;
  if (start < 0) return [];
  const end = start + wanted.length;
  const made = [];
  for (const { node, folded, from, end: until } of pieces) {
    if (until <= start || from >= end || !folded.count) continue;
    const first = folded.at[Math.max(0, start - from)];
    const lastLetter = folded.at[Math.min(folded.count, end - from) - 1];
    const width = node.data.codePointAt(lastLetter) > 0xffff ? 2 : 1;
    const range = document.createRange();
    range.setStart(node, first);
    range.setEnd(node, lastLetter + width);
    const mark = document.createElement("mark");
    mark.className = verdict;
    range.surroundContents(mark);
    made.push(mark);
  }
  return made;
}

/** Take all marks below an element away. */
export function unmark(root) {
  for (const mark of root.querySelectorAll("mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent.normalize();
  }
}
