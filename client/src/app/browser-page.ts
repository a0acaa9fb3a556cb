/** Loads the page again. Apart, because a test can neither do this nor replace the browser's function. */
export function reloadInBrowser(): void {
  window.location.reload();
}
