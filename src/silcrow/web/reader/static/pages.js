// The pages of a document on paper: all have their place, only those near the window have their picture and letters.

const SVG = "http://www.w3.org/2000/svg";
const WIDEST = 860; // CSS pixels of a page at zoom 1
const WAIT = 60; // ms a page must stay near before it is fetched, so that a drag of the scroll bar fetches little
const EYE = 0.28; // where on the window people look

export class Pages {
  constructor(room, host, scroller) {
    this.host = host;
    this.scroller = scroller;
    this.base = `/reader/${encodeURIComponent(room.dataset.doc)}`;
    this.tag = room.dataset.tag;
    this.labels = JSON.parse(room.dataset.labels);
    this.sizes = JSON.parse(room.dataset.sizes).flatMap(([w, h, n]) => Array.from({ length: n }, () => [w, h]));
    this.zoom = Number(localStorage.getItem("silcrow:zoom")) || 1;
    this.marked = new Map();
    this.waiting = new Map();
    this.widest = Math.max(...new Set(this.sizes.map(([w]) => w)), 1);
    this.sections = [];
    this.#make();
    this.near = new IntersectionObserver((seen) => seen.forEach((one) => this.#seen(one)), {
      root: scroller,
      rootMargin: "120% 0px",
    });
    for (const page of this.pages) this.near.observe(page);
    new ResizeObserver(() => this.#measure()).observe(host);
  }

  #make() {
    const all = document.createDocumentFragment();
    this.pages = this.sizes.map(([width, height], index) => {
      const page = document.createElement("section");
      page.className = "sheet-of-paper";
      page.dataset.page = index + 1;
      page.setAttribute("aria-label", `Page ${this.labels[index] || index + 1}`);
      page.style.aspectRatio = `${width} / ${height}`;
      page.style.setProperty("--share", width / this.widest);
      all.append(page);
      return page;
    });
    this.host.append(all);
    this.#size();
  }

  #size() {
    this.host.style.setProperty("--page", `${WIDEST * this.zoom}px`);
    this.host.classList.toggle("zoomed", this.zoom > 1);
  }

  #measure() {
    this.tops = null;
  }

  #top(index) {
    this.tops ??= this.pages.map((page) => page.offsetTop);
    return this.tops[index];
  }

  /** Larger or smaller, around what is looked at. */
  scale(factor) {
    const { page, top } = this.where();
    this.zoom = Math.min(3, Math.max(0.4, this.zoom * factor));
    localStorage.setItem("silcrow:zoom", this.zoom);
    this.#size();
    this.#measure();
    this.goTo({ page, top, at: EYE });
    for (const one of this.pages) if (one.dataset.filled) this.#draw(one);
  }

  #seen({ target, isIntersecting }) {
    clearTimeout(this.waiting.get(target));
    if (isIntersecting && !target.dataset.filled) {
      const soon = this.isNow(target) ? 0 : WAIT;
      this.waiting.set(target, setTimeout(() => this.#fill(target), soon));
    } else if (!isIntersecting && target.dataset.filled) {
      delete target.dataset.filled;
      target.replaceChildren();
    }
  }

  isNow(page) {
    const top = page.offsetTop - this.scroller.scrollTop;
    return top < this.scroller.clientHeight && top + page.offsetHeight > 0;
  }

  #draw(page) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2.5);
    const width = Math.min(3000, Math.max(200, Math.ceil((page.clientWidth * ratio) / 200) * 200));
    const url = `${this.base}/pictures/${page.dataset.page}?w=${width}&e=${this.tag}`;
    const image = page.querySelector("img") ?? page.insertBefore(new Image(), page.firstChild);
    image.alt = "";
    image.decoding = "async";
    image.addEventListener("load", () => page.classList.add("drawn"), { once: true });
    image.addEventListener("error", () => page.classList.add("undrawn"), { once: true });
    if (image.getAttribute("src") !== url) image.src = url;
  }

  async #fill(page) {
    page.dataset.filled = "yes";
    this.#draw(page);
    this.#drawMarks(page);
    const answer = await fetch(`${this.base}/letters/${page.dataset.page}?e=${this.tag}`);
    if (!answer.ok || !page.dataset.filled || page.querySelector(".letters")) return;
    const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (sheet.nodeName === "svg" && page.dataset.filled) page.append(document.importNode(sheet, true));
  }

  #drawMarks(page) {
    page.querySelector(".marks")?.remove();
    const found = this.marked.get(Number(page.dataset.page));
    if (!found) return;
    const [width, height] = this.sizes[page.dataset.page - 1];
    const layer = document.createElementNS(SVG, "svg");
    layer.setAttribute("class", `marks ${found.verdict}${found.exact ? "" : " rough"}`);
    layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [left, top, right, bottom] of found.boxes) {
      const box = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top, rx: 1.5 }))
        box.setAttribute(name, value);
      layer.append(box);
    }
    page.append(layer);
  }

  /** Where people look: page, points from its top, and the section that stands there. */
  where() {
    const eye = this.scroller.scrollTop + this.scroller.clientHeight * EYE;
    let low = 0;
    let high = this.pages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#top(middle) <= eye) low = middle;
      else high = middle - 1;
    }
    const page = this.pages[low];
    const share = Math.min(1, Math.max(0, (eye - this.#top(low)) / page.offsetHeight));
    const top = share * this.sizes[low][1];
    return { page: low + 1, top, sec: this.#section(low + 1, top) };
  }

  #section(page, top) {
    let found = this.sections[0]?.sec ?? "";
    for (const one of this.sections) {
      if (one.page > page || (one.page === page && one.top > top)) break;
      found = one.sec;
    }
    return found;
  }

  /** Go to a place on paper. `at`: where on the window it comes to stand. */
  goTo({ page, top = 0, at = 0.06 }) {
    const index = Math.min(Math.max(page, 1), this.pages.length) - 1;
    const down = (top / this.sizes[index][1]) * this.pages[index].offsetHeight;
    this.scroller.scrollTop = this.#top(index) + down - this.scroller.clientHeight * at;
  }

  /** Mark what stands at a place; false where nothing could be marked. */
  async mark({ place, quote, start, verdict, go = true }) {
    const asked = new URLSearchParams({ place, quote, start });
    const answer = await fetch(`${this.base}/marks?${asked}`);
    this.unmark();
    if (!answer.ok) return false;
    const { pages, exact } = await answer.json();
    if (!pages.length) return false;
    for (const { page, boxes } of pages) {
      this.marked.set(page, { boxes, exact, verdict });
      this.#drawMarks(this.pages[page - 1]);
    }
    const first = pages[0];
    if (go) this.goTo({ page: first.page, top: Math.min(...first.boxes.map((box) => box[1])), at: EYE - 0.02 });
    return true;
  }

  unmark() {
    for (const number of this.marked.keys()) this.pages[number - 1].querySelector(".marks")?.remove();
    this.marked.clear();
  }

  /** The paragraph at a point of the window, as SECTION:NUMBER. */
  placeAt(x, y) {
    const hit = document.elementsFromPoint(x, y).find((one) => one.classList.contains("para"));
    return hit?.dataset.place ?? "";
  }
}
