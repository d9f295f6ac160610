// Loaded before the style sheets are drawn: turns "as the system" into light or dark without a flash.
(() => {
  const root = document.documentElement;
  if (root.dataset.bsTheme !== "system") return;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => { root.dataset.bsTheme = dark.matches ? "dark" : "light"; };
  dark.addEventListener("change", apply);
  apply();
})();
