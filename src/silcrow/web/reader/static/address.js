// The address of the page holds where one is: document, section, paragraph, what is marked, and what was asked.

export class Address {
  constructor(room) {
    this.doc = room.dataset.doc;
    const asked = new URLSearchParams(location.search);
    const [, sec = "", para = ""] = room.dataset.place.split(":");
    this.now = {
      sec,
      para,
      view: asked.get("view") ?? "",
      q: asked.get("q") ?? "",
      reading: asked.get("reading") ?? "",
      panel: asked.get("panel") ?? "",
      mark: asked.get("mark") ?? "",
      verdict: asked.get("verdict") ?? "",
    };
  }

  href(changed = {}) {
    const { sec, para, ...rest } = { ...this.now, ...changed };
    const path = [this.doc, sec, sec && para ? String(para).split("-")[0] : ""].filter(Boolean).map(encodeURIComponent);
    const asked = new URLSearchParams(Object.entries(rest).filter(([, value]) => value));
    return `/read/${path.join("/")}${asked.size ? `?${asked}` : ""}`;
  }

  go(changed, { push = false } = {}) {
    const before = location.pathname + location.search;
    const href = this.href(changed);
    this.now = { ...this.now, ...changed };
    if (href === before) return;
    if (push) history.pushState(null, "", href);
    else history.replaceState(null, "", href);
    localStorage.setItem(`silcrow:at:${this.doc}`, JSON.stringify({ sec: this.now.sec, href }));
  }

  /** What an address of this document says; null for another one. */
  static read(href, doc) {
    const url = new URL(href, location.href);
    const [, way, name, sec = "", para = ""] = url.pathname.split("/").map(decodeURIComponent);
    if (url.origin !== location.origin || way !== "read" || name !== doc) return null;
    const asked = url.searchParams;
    return { sec, para, mark: asked.get("mark") ?? "", verdict: asked.get("verdict") ?? "" };
  }
}
