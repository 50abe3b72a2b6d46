// The page of a document: brings outline, pages or text, address and questions together.

import { Address } from "./address.js";
import { Asking } from "./asking.js";
import { hovering } from "./hover.js";
import { Pages } from "./pages.js";
import { Prose } from "./prose.js";
import { rules } from "./rules.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const room = $("room");
const scroller = $("main");
const address = new Address(room);
const tree = new Tree(room, $("tree"), { find: $("find"), unfound: $("unfound"), progress: $("progress") });
const made = {};
let view = null;
let byHand = false;

function show(name) {
  made[name] ??= name === "page" ? new Pages(room, $("pages"), scroller) : new Prose(room, $("prose"), scroller);
  view = made[name];
  view.sections = tree.places();
  room.dataset.view = name;
  $("pages").hidden = name !== "page";
  $("prose").hidden = name !== "text";
  $("as-page")?.setAttribute("aria-pressed", String(name === "page"));
  $("as-text")?.setAttribute("aria-pressed", String(name === "text"));
}

function pane(name) {
  room.dataset.pane = name;
  for (const one of document.querySelectorAll(".panes button")) {
    if (one.dataset.to === name) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
}

let fading;
function say(words) {
  $("toast").textContent = words;
  $("toast").classList.add("seen");
  clearTimeout(fading);
  fading = setTimeout(() => $("toast").classList.remove("seen"), 2600);
}

function at(sec) {
  tree.at(sec);
  const here = $("here");
  here.value = sec ? `${room.dataset.doc}:${sec}` : "";
  $("here-name").textContent = tree.nameOf(sec) || "this section";
}

/** Go to what an address says, and mark what it quotes. */
async function arrive({ sec, para, mark, verdict, place = "", start = 0 }) {
  byHand = false;
  if (!sec) return;
  at(sec);
  const span = place || `${room.dataset.doc}:${sec}${para ? `:${para}` : ""}`;
  const marked = para && (await view.mark({ place: span, quote: mark, start, verdict: verdict || "pointed" }));
  if (!marked) await view.goTo({ ...tree.placeOf(sec), para: Number(para) || 0 });
}

async function follow(changed, more = {}) {
  address.go({ mark: "", verdict: "", para: "", ...changed }, { push: true });
  pane("leaf");
  await arrive({ ...changed, ...more });
}

// What people scroll to by hand becomes the address; what a script scrolled to is it already.
let waiting = false;
scroller.addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (!byHand) return;
    const { sec } = view.where();
    if (!sec || sec === address.now.sec) return;
    at(sec);
    address.go({ sec, para: "", mark: "", verdict: "" });
  });
});
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
  scroller.addEventListener(kind, () => (byHand = true), { passive: true });

$("tree").addEventListener("click", (event) => {
  const row = event.target.closest(".row");
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  view.unmark();
  follow({ sec: row.dataset.sec });
});

/** The evidence that a chip or a quote stands for. */
function evidenceOf(target) {
  const link = target.closest("a.chip, a.quote");
  if (!link) return null;
  const answer = link.closest(".answer");
  return answer?.querySelector(`a.quote[data-number="${link.dataset.number}"]`) ?? null;
}

$("ask").addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const quote = evidenceOf(event.target);
  const link = quote ?? event.target.closest(".further a, .study a");
  const said = link && Address.read(link.href, room.dataset.doc);
  if (!said) return;
  event.preventDefault();
  for (const one of $("ask").querySelectorAll(".answer [aria-current]")) one.removeAttribute("aria-current");
  if (!quote) {
    view.unmark();
    follow(said);
    return;
  }
  (quote.closest(".evidence > li") ?? quote).setAttribute("aria-current", "true");
  const { place, quote: letters, start, verdict } = quote.dataset;
  follow(said, { place, start, mark: letters, verdict });
});
hovering($("ask"), $("hover"), evidenceOf);

// A paragraph that is clicked, and not selected from, gives the address.
scroller.addEventListener("click", (event) => {
  if (String(getSelection()) || event.target.closest(".tabled")) return;
  const pilcrow = event.target.closest(".pilcrow");
  if (room.dataset.view === "text" && !pilcrow) return;
  event.preventDefault();
  const [sec, para] = view.placeAt(event.clientX, event.clientY).split(":");
  if (!sec || !para) return;
  address.go({ sec, para, mark: "", verdict: "" });
  at(sec);
  view.mark({ place: `${room.dataset.doc}:${sec}:${para}`, quote: "", start: 0, verdict: "pointed", go: false });
  say(`${room.dataset.doc}:${sec}:${para}`);
});

async function turn() {
  if (!$("as-page")) return;
  const { sec, para, mark, verdict } = address.now;
  const now = sec || view.where().sec;
  show(room.dataset.view === "page" ? "text" : "page");
  address.go({ view: room.dataset.view === "text" ? "text" : "" });
  await arrive({ sec: now, para, mark, verdict });
}

function open(dialog) {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** Let htmx fetch what a part of the page shows, once htmx is there. */
function unfold(part) {
  if (document.readyState === "complete") part.dispatchEvent(new Event("open"));
  else addEventListener("load", () => part.dispatchEvent(new Event("open")), { once: true });
}

function map() {
  open($("map"));
  if ($("map").open && !$("map-body").firstElementChild) unfold($("map-body"));
}

$("map").addEventListener("click", (event) => {
  const link = event.target.closest("a[data-sec]");
  if (!link) return;
  event.preventDefault();
  $("map").close();
  follow({ sec: link.dataset.sec });
});

const keys = {
  "/": () => (pane("outline"), $("find").focus(), $("find").select()),
  a: () => (pane("ask"), tab("ask"), $("q").focus()),
  n: () => follow({ sec: tree.beside(1) }),
  p: () => follow({ sec: tree.beside(-1) }),
  v: turn,
  m: map,
  d: () => $("theme").click(),
  "?": () => open($("keys")),
  Escape: () => (view.unmark(), address.go({ mark: "", verdict: "" })),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (document.querySelector("dialog[open]") && event.key !== "?") return;
  if (keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

const tabs = { ask: "asking", prove: "proving", rules: "ruling", study: "studying" };
function tab(name) {
  address.go({ panel: name === "ask" ? "" : name });
  for (const [one, body] of Object.entries(tabs)) {
    $(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
    $(body).hidden = one !== name;
  }
  if (name === "study" && !$("study").firstElementChild) unfold($("study"));
}
const names = Object.keys(tabs);
for (const name of names) {
  $(`tab-${name}`).addEventListener("click", () => tab(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const other = names.at((names.indexOf(name) + step) % names.length);
    tab(other);
    $(`tab-${other}`).focus();
  });
}

$("as-page")?.addEventListener("click", () => room.dataset.view !== "page" && turn());
$("as-text")?.addEventListener("click", () => room.dataset.view !== "text" && turn());
$("larger")?.addEventListener("click", () => made.page?.scale(1.2));
$("smaller")?.addEventListener("click", () => made.page?.scale(1 / 1.2));
$("help").addEventListener("click", () => open($("keys")));
$("mapped").addEventListener("click", map);
for (const one of document.querySelectorAll(".panes button")) one.addEventListener("click", () => pane(one.dataset.to));
new Asking($("question"), $("answer"), {
  base: `/reader/${encodeURIComponent(room.dataset.doc)}`,
  model: room.dataset.model,
  reading: room.dataset.reading,
  onAsked: (asked) => address.go(asked),
});
rules($("ruled"));
addEventListener("popstate", () => {
  const said = Address.read(location.href, room.dataset.doc);
  if (!said) return;
  Object.assign(address.now, said);
  view.unmark();
  arrive(said);
});

const proving = $("proving").querySelector("form");
const HELD = `silcrow:said:${room.dataset.doc}`;
proving.addEventListener("submit", () => sessionStorage.setItem(HELD, $("said").value));
$("said").value ||= sessionStorage.getItem(HELD) ?? "";

/** A form that was sent before is sent again once htmx is there to send it: it costs nothing. */
function again(form) {
  const send = () => form.checkValidity() && form.requestSubmit();
  if (document.readyState === "complete") send();
  else addEventListener("load", send, { once: true });
}

show(room.dataset.view);
const { panel } = address.now;
if (tabs[panel]) {
  tab(panel);
  pane("ask");
}
if (panel === "prove") again(proving);
if (panel === "rules") again($("ruled"));
if (address.now.sec) await arrive(address.now);
else at(tree.rows[0]?.dataset.sec ?? "");
document.body.dataset.ready = "yes";
