import "@testing-library/jest-dom/vitest";
import { cleanup, configure, prettyDOM } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { registerCallPatterns } from "@/app/call-patterns";
import { registerFeatureErrors } from "@/app/errors/contribute";
import { server } from "./server";

/**
 * Error of a failed query. The document is printed only when the message is read, because waiting queries often fail.
 */
function buildQueryError(message: string | null, container: Element): Error {
  const error = new Error();
  Error.captureStackTrace(error, buildQueryError);
  let text: string | undefined;
  error.name = "TestingLibraryElementError";
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => {
      text ??= [message, prettyDOM(container)].filter(Boolean).join("\n\n");
      return text;
    },
    set: (changed: string) => {
      text = changed;
    },
  });
  return error;
}

/**
 * React's development build takes a stack trace for each of the first 10,000 elements of a second, which is a fifth of
 * the CPU time of all tests. With its counter above that limit, it takes none.
 */
function disableElementStacks(): void {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
    __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
  };
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
}

disableElementStacks();
registerFeatureErrors();
registerCallPatterns();

// The first screen of a file loads its modules on demand.
configure({ asyncUtilTimeout: 8000, getElementError: buildQueryError });

// Browser APIs that components need and jsdom lacks.
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
  // A short test file can end while imports are pending, which would lose their environment.
  await vi.dynamicImportSettled();
  server.close();
});
