// Forms of rules: a file is read into the form, and what was checked last is there again after a reload.

const HELD = "silcrow:rules";

export function rules(form, { onChecked = () => {} } = {}) {
  const text = form.elements.rules;
  const kind = form.elements.kind;
  const name = form.querySelector("[data-name]");
  const untold = name.textContent;
  let file = "";
  const call = (named) => {
    file = named;
    name.textContent = named || untold;
  };
  const fill = (held) => {
    text.value = held.text;
    kind.value = held.kind;
    call(held.name);
  };
  const held = localStorage.getItem(HELD);
  if (held) fill(JSON.parse(held));
  form.querySelector("[data-into]").addEventListener("change", async ({ target }) => {
    const [taken] = target.files;
    if (!taken) return;
    fill({ text: await taken.text(), kind: /\.ya?ml$/i.test(taken.name) ? "yaml" : "toml", name: taken.name });
    target.value = "";
    form.requestSubmit();
  });
  text.addEventListener("input", () => call(""));
  form.addEventListener("submit", () => {
    localStorage.setItem(HELD, JSON.stringify({ text: text.value, kind: kind.value, name: file }));
    onChecked();
  });
}

const alone = document.querySelector(".rulesform[data-key='all']");
if (alone) rules(alone);
