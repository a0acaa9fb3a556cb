import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "./server";

// The first screen of a file loads its modules as it is asked for.
configure({ asyncUtilTimeout: 8000 });

// What jsdom lacks and the components ask for.
vi.stubGlobal(
  "matchMedia",
  (query: string): MediaQueryList =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }) as MediaQueryList,
);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
performance.getEntriesByType ??= () => [];
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal(): void {
  this.setAttribute("open", "");
};
HTMLDialogElement.prototype.close = function close(): void {
  this.removeAttribute("open");
};

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(async () => {
  // What a short file has asked for and not waited for would find its environment gone.
  await vi.dynamicImportSettled();
  server.close();
});
