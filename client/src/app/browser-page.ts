/** Reloads the page. A module of its own so that tests can mock it: the browser's function cannot be replaced. */
export function reloadInBrowser(): void {
  window.location.reload();
}
