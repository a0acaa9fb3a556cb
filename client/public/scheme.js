// Sets light or dark before the first paint; a file of its own because the policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("colorScheme");
  } catch {
    // Storage refused: the unsupported-browser screen follows.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
