import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

test("SHELL-103: without local storage the application says that the browser is not supported, and starts nothing", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  vi.stubGlobal("localStorage", {
    ...window.localStorage,
    setItem: () => {
      throw new DOMException("refused", "SecurityError");
    },
    getItem: () => null,
    removeItem: () => undefined,
    clear: () => undefined,
  });
  document.body.innerHTML = '<div id="root"></div>';

  await import("../main");

  expect(await screen.findByRole("heading", { name: "Your browser is not supported" })).toBeInTheDocument();
  expect(fetched).not.toHaveBeenCalled();
}, 60_000);

test("SHELL-102: 'Loading ...' stands there before any script has run", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../../index.html"), "utf8");
  document.body.innerHTML = new DOMParser().parseFromString(page, "text/html").body.innerHTML;

  expect(document.getElementById("root")).toHaveTextContent(/^Loading \.\.\.$/);
});
