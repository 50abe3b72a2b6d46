// The outline as a tree: folded by mouse and keys, searched, with the place people are at and what they have read.

const MANY = 60; // rows from which only the top is unfolded at first
const SEEN = 2500; // ms at a section after which it counts as read

export class Tree {
  constructor(room, host, { find, unfound, progress }) {
    this.host = host;
    this.rows = [...host.children];
    this.bySec = new Map(this.rows.map((row) => [row.dataset.sec, row]));
    this.words = this.rows.map((row) => row.querySelector(".words").textContent.toLowerCase());
    this.depths = this.rows.map((row) => Number(row.dataset.depth));
    this.unfound = unfound;
    this.progress = progress;
    this.find = find;
    this.key = `silcrow:read:${room.dataset.doc}:${room.dataset.tag}`;
    this.read = new Set(JSON.parse(localStorage.getItem(this.key) || "[]"));
    if (this.rows.length > MANY) this.rows.forEach((row) => this.#fold(row, Number(row.dataset.depth) >= 1));
    for (const sec of this.read) this.#tick(sec);
    this.#show();
    this.#count();
    this.focusable = this.rows[0];
    if (this.focusable) this.focusable.tabIndex = 0;
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("click", (event) => this.#click(event), true);
    find.addEventListener("input", () => this.#show());
    find.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        const first = this.rows.find((row) => !row.hidden && row.classList.contains("hit")) ?? this.#visible()[0];
        if (event.key === "Enter") first?.click();
        else if (first) this.#focus(first);
      }
    });
  }

  clear() {
    this.find.value = "";
    this.#show();
    this.find.blur();
  }

  #fold(row, folded) {
    if (row.hasAttribute("aria-expanded")) row.setAttribute("aria-expanded", String(!folded));
  }

  /** Which rows are seen: below nothing folded, and, while something is looked for, hits with what is above them. */
  #show() {
    const words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? this.words.map((text) => words.every((word) => text.includes(word))) : null;
    const needed = hits && new Set();
    if (hits) {
      const above = [];
      this.rows.forEach((row, index) => {
        above.length = this.depths[index] - 1;
        above[this.depths[index] - 1] = row;
        if (hits[index]) above.forEach((one) => needed.add(one));
      });
    }
    let hiding = Infinity;
    this.rows.forEach((row, index) => {
      const depth = this.depths[index];
      if (depth <= hiding) hiding = Infinity;
      row.hidden = hits ? !needed.has(row) : depth > hiding;
      row.classList.toggle("hit", Boolean(hits?.[index]));
      if (hiding === Infinity && row.getAttribute("aria-expanded") === "false") hiding = depth;
    });
    this.unfound.hidden = !hits || needed.size > 0;
  }

  #visible() {
    return this.rows.filter((row) => !row.hidden);
  }

  #focus(row) {
    this.focusable.tabIndex = -1;
    this.focusable = row;
    row.tabIndex = 0;
    row.focus();
  }

  #click(event) {
    const row = event.target.closest(".row");
    if (row && event.target.closest(".twist") && row.hasAttribute("aria-expanded")) {
      event.preventDefault();
      event.stopPropagation();
      this.#fold(row, row.getAttribute("aria-expanded") === "true");
      this.#show();
    }
  }

  #key(event) {
    const row = event.target.closest(".row");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const seen = this.#visible();
    const at = seen.indexOf(row);
    const open = row.getAttribute("aria-expanded");
    const moves = { ArrowDown: seen[at + 1], ArrowUp: seen[at - 1], Home: seen[0], End: seen.at(-1) };
    if (event.key in moves) {
      if (moves[event.key]) this.#focus(moves[event.key]);
    } else if (event.key === "ArrowRight") {
      if (open === "false") this.#turn(row, false);
      else if (open === "true" && seen[at + 1]) this.#focus(seen[at + 1]);
    } else if (event.key === "ArrowLeft") {
      if (open === "true") this.#turn(row, true);
      else this.#focus(this.#above(row) ?? row);
    } else if (event.key === " ") {
      row.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #turn(row, folded) {
    this.#fold(row, folded);
    this.#show();
  }

  #above(row) {
    const index = this.rows.indexOf(row);
    for (let i = index - 1; i >= 0; i--) if (this.depths[i] < this.depths[index]) return this.rows[i];
    return null;
  }

  /** The section people are at. */
  at(sec) {
    const row = this.bySec.get(sec);
    if (!row || row === this.here) return;
    this.here?.removeAttribute("aria-current");
    this.here = row;
    row.setAttribute("aria-current", "location");
    let unfolded = false;
    for (let one = this.#above(row); one; one = this.#above(one)) {
      if (one.getAttribute("aria-expanded") === "false") {
        this.#fold(one, false);
        unfolded = true;
      }
    }
    if (unfolded) this.#show();
    if (!this.host.contains(document.activeElement)) {
      this.#reveal(row);
      // Rows that were not drawn before are drawn now, and may be higher than was thought.
      requestAnimationFrame(() => this.#reveal(row));
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#mark(sec), SEEN);
  }

  #reveal(row) {
    const [box, room] = [row.getBoundingClientRect(), this.host.getBoundingClientRect()];
    if (box.top < room.top || box.bottom > room.bottom) row.scrollIntoView({ block: "center" });
  }

  #mark(sec) {
    if (this.read.has(sec)) return;
    this.read.add(sec);
    localStorage.setItem(this.key, JSON.stringify([...this.read]));
    this.#tick(sec);
    this.#count();
  }

  #tick(sec) {
    this.bySec.get(sec)?.classList.add("read");
  }

  #count() {
    const read = [...this.read].filter((sec) => this.bySec.has(sec)).length;
    this.progress.textContent = `${read} of ${this.rows.length} sections read`;
  }

  /** The section so many further on. */
  beside(step) {
    const index = this.rows.indexOf(this.here ?? this.rows[0]) + step;
    return this.rows[Math.min(Math.max(index, 0), this.rows.length - 1)]?.dataset.sec;
  }

  nameOf(sec) {
    return this.bySec.get(sec)?.querySelector(".words").textContent.trim() ?? "";
  }

  placeOf(sec) {
    const row = this.bySec.get(sec);
    return { sec, page: Number(row?.dataset.page) || 1, top: Number(row?.dataset.top) || 0 };
  }

  /** Where each section begins on paper, in the order of the pages. */
  places() {
    return this.rows
      .filter((row) => row.dataset.page !== "0")
      .map((row) => this.placeOf(row.dataset.sec))
      .sort((one, other) => one.page - other.page || one.top - other.top);
  }
}
