// The text of a document as one column: pieces are fetched when they come near the window, and stay.

import { fold, markIn, unmark } from "./letters.js";

const EYE = 0.28;
const PER_TOKEN = 1.7; // CSS pixels of height, about; until a piece is there

export class Prose {
  constructor(room, host, scroller) {
    this.host = host;
    this.scroller = scroller;
    this.doc = room.dataset.doc;
    this.base = `/reader/${encodeURIComponent(this.doc)}`;
    this.tag = room.dataset.tag;
    this.blocks = [...host.children];
    this.holds = new Map();
    this.blocks.forEach((block, index) => {
      block.style.minHeight = `${Math.round(Number(block.dataset.tokens) * PER_TOKEN) + 24}px`;
      for (const one of block.dataset.holds.trim().split(" ")) {
        const [sec, first, last] = one.split(":");
        if (!this.holds.has(sec)) this.holds.set(sec, []);
        this.holds.get(sec).push({ index, first: Number(first), last: Number(last) });
      }
    });
    this.near = new IntersectionObserver(
      (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => this.#load(one.target)),
      { root: scroller, rootMargin: "100% 0px" },
    );
    for (const block of this.blocks) this.near.observe(block);
  }

  #load(block) {
    this.near.unobserve(block);
    block.ready ??= (async () => {
      const answer = await fetch(`${this.base}/text/${block.dataset.block}?e=${this.tag}`);
      block.innerHTML = answer.ok ? await answer.text() : "";
      if (!answer.ok) block.textContent = "This piece could not be loaded. Load the page anew.";
      block.style.minHeight = "";
    })();
    return block.ready;
  }

  #block(sec, para) {
    const parts = this.holds.get(sec) ?? [];
    return this.blocks[(parts.find((one) => para <= one.last) ?? parts[0])?.index ?? 0];
  }

  async #element(sec, para) {
    const block = this.#block(sec, para);
    const index = this.blocks.indexOf(block);
    // What comes before it on the window is loaded too, so that nothing moves afterwards.
    await Promise.all([this.blocks[index - 1], block, this.blocks[index + 1]].filter(Boolean).map((one) => this.#load(one)));
    const find = (number) => block.querySelector(`[data-place="${CSS.escape(`${sec}:${number}`)}"]`);
    return find(para) ?? find(0) ?? block;
  }

  #scroll(element, at) {
    const box = element.getBoundingClientRect();
    const room = this.scroller.getBoundingClientRect();
    this.scroller.scrollTop += box.top - room.top - this.scroller.clientHeight * at;
  }

  where() {
    const eye = this.scroller.getBoundingClientRect().top + this.scroller.clientHeight * EYE;
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].getBoundingClientRect().top <= eye) low = middle;
      else high = middle - 1;
    }
    let found = this.blocks[low]?.dataset.holds.split(":")[0] ?? "";
    for (const one of this.blocks[low]?.querySelectorAll("[data-place]") ?? []) {
      if (one.getBoundingClientRect().top > eye) break;
      found = one.dataset.place.split(":")[0];
    }
    return { sec: found };
  }

  async goTo({ sec, para = 0, at = 0.06 }) {
    const element = await this.#element(sec, para);
    this.#scroll(element, at);
  }

  async mark({ place, quote, start, verdict, go = true }) {
    this.unmark();
    const [, sec, range = "0"] = place.split(":");
    const [first, last = first] = range.split("-").map(Number);
    const elements = [];
    for (let number = first; number <= Math.min(last, first + 400); number++) {
      const element = await this.#element(sec, number);
      if (element.dataset.place === `${sec}:${number}`) elements.push(element);
    }
    if (!elements.length) return false;
    const whole = elements[0].querySelector("p, pre")?.textContent ?? "";
    const made = quote ? markIn(elements, quote, { verdict, before: fold(whole.slice(0, start)).count }) : [];
    if (!made.length) elements.forEach((one) => one.classList.add("pointed", verdict || "verified"));
    if (go) this.#scroll(made[0] ?? elements[0], EYE - 0.02);
    return true;
  }

  unmark() {
    unmark(this.host);
    for (const one of this.host.querySelectorAll(".pointed")) one.className = one.className.replace(/ ?pointed.*/, "");
  }

  placeAt(x, y) {
    return document.elementFromPoint(x, y)?.closest(".par")?.dataset.place ?? "";
  }
}
