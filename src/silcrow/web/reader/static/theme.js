// Light or dark, as chosen here or else as the system has it. Loaded before the page is drawn, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const chosen = localStorage.getItem("silcrow:theme");
  if (chosen) root.dataset.theme = chosen;
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      localStorage.setItem("silcrow:theme", root.dataset.theme);
    });
  });
})();
