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

/** Where a quote stands, as ranges of letters: as a whole, or, where it leaves out lines as one of a table does, by line. */
function rangesOf(letters, quote, expected) {
  const whole = [...fold(quote).letters];
  const start = whole.length ? find(letters, whole, expected) : -1;
  if (start >= 0) return [[start, start + whole.length]];
  const lines = quote.split("\n").map((line) => [...fold(line).letters]).filter((line) => line.length);
  if (lines.length < 2) return [];
  const found = [];
  let from = 0;
  for (const line of lines) {
    const at = find(letters.slice(from), line, 0);
    if (at < 0) continue;
    found.push([from + at, from + at + line.length]);
    from += at + line.length;
  }
  return 2 * found.length > lines.length ? found : [];
}

/** The signs that a quote begins and ends with, such as £ and %. */
function edgesOf(quote) {
  const all = [...quote];
  const first = all.findIndex((one) => kept.test(one));
  const last = all.findLastIndex((one) => kept.test(one));
  return [all.slice(0, first).join(""), all.slice(last + 1).join("")];
}

/** Wrap a quote where it stands in some elements; the marks made. `before`: the letters that come before it. */
export function markIn(elements, quote, { verdict, before = 0 }) {
  const { pieces, letters } = streamOf(elements);
  const [lead, tail] = edgesOf(quote);
  const ranges = rangesOf(letters, quote, before);
  const made = [];
  // From the last to the first, so that what is wrapped moves nothing that is still to be wrapped.
  for (const [start, end] of ranges.toReversed()) {
    for (const { node, folded, from, end: until } of pieces.toReversed()) {
      if (until <= start || from >= end || !folded.count) continue;
      let first = folded.at[Math.max(0, start - from)];
      const lastLetter = folded.at[Math.min(folded.count, end - from) - 1];
      let after = lastLetter + (node.data.codePointAt(lastLetter) > 0xffff ? 2 : 1);
      if (start === ranges[0][0] && start >= from && lead && node.data.slice(0, first).endsWith(lead)) first -= lead.length;
      if (end === ranges.at(-1)[1] && end <= until && tail && node.data.startsWith(tail, after)) after += tail.length;
      const range = document.createRange();
      range.setStart(node, first);
      range.setEnd(node, after);
      const mark = document.createElement("mark");
      mark.className = verdict;
      range.surroundContents(mark);
      made.unshift(mark);
    }
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
