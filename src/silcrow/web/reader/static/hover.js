// The quote behind a chip, shown beside it while it is pointed at or has the focus.

export function hovering(root, card, evidenceOf) {
  function show(chip) {
    const quote = evidenceOf(chip);
    if (!quote) return;
    const words = [...quote.querySelectorAll("q, .q")].map((one) => one.cloneNode(true));
    const where = document.createElement("span");
    where.className = "where";
    where.textContent = quote.querySelector(".where").textContent;
    card.replaceChildren(...words, where);
    card.hidden = false;
    const box = chip.getBoundingClientRect();
    const left = Math.min(box.left, innerWidth - card.offsetWidth - 12);
    const above = box.top - card.offsetHeight - 8;
    card.style.left = `${Math.max(8, left)}px`;
    card.style.top = `${above > 8 ? above : box.bottom + 8}px`;
  }
  const hide = () => (card.hidden = true);
  for (const [kind, act] of [["pointerover", show], ["focusin", show], ["pointerout", hide], ["focusout", hide]]) {
    root.addEventListener(kind, (event) => {
      const chip = event.target.closest?.(".said a.chip");
      if (chip) act(chip);
    });
  }
  root.addEventListener("click", hide);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}
