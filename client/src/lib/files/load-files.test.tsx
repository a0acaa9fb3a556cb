import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "../../../tests/server";

const ORIGIN = "http://localhost";
let loadFiles: typeof import("./load-files").loadFiles;
let waitingFiles: typeof import("./waiting-files");

beforeEach(async () => {
  // Fresh modules, as after a reload.
  vi.resetModules();
  ({ loadFiles } = await import("./load-files"));
  waitingFiles = await import("./waiting-files");
});
afterEach(() => {
  for (const link of document.head.querySelectorAll("link")) link.remove();
});

/** Serves a file while `isUp` returns true; counts the requests. */
function serveFile(name: string, isUp: () => boolean) {
  const onRequest = vi.fn();
  server.use(
    http.get(`${ORIGIN}/assets/${name}`, () => {
      onRequest();
      return isUp() ? HttpResponse.text("") : HttpResponse.error();
    }),
  );
  return onRequest;
}

const listStyles = () => [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
const listStyleNames = () => listStyles().map(({ href }) => href.split("/").at(-1));

/** jsdom loads no style sheets, so the test dispatches the event of the last one. */
async function dispatchStyleEvent(name: string, type: "load" | "error"): Promise<void> {
  await vi.waitFor(() => expect(listStyleNames()).toContain(name));
  listStyles()
    .find(({ href }) => href.endsWith(name))
    ?.dispatchEvent(new Event(type));
}

test("a module is imported once all its files are there, and each is loaded once", async () => {
  const onRequest = serveFile("a-1.js", () => true);
  const importModule = vi.fn(async () => "module");

  expect(await loadFiles(importModule, ["assets/a-1.js"])).toBe("module");
  expect(await loadFiles(importModule, ["assets/a-1.js"])).toBe("module");

  expect(onRequest).toHaveBeenCalledTimes(1);
  expect(importModule).toHaveBeenCalledTimes(2);
});

test("nothing is imported while a script can't be fetched, so that the browser never remembers a failure", async () => {
  let isUp = false;
  const onRequest = serveFile("b-1.js", () => isUp);
  const importModule = vi.fn(async () => "module");
  const loading = loadFiles(importModule, ["assets/b-1.js"]);
  await vi.waitFor(() => expect(waitingFiles.getWaitReason()).toBe("unreachable"));
  expect(importModule).not.toHaveBeenCalled();

  isUp = true;
  waitingFiles.retryWaiting();

  expect(await loading).toBe("module");
  expect(onRequest).toHaveBeenCalledTimes(2);
});

test("a style sheet that failed is put in again where it was, and the module waits for it", async () => {
  serveFile("c-1.css", () => true);
  const importModule = vi.fn(async () => "module");
  const loading = loadFiles(importModule, ["assets/c-1.css", "assets/d-1.css"]);
  await dispatchStyleEvent("d-1.css", "load");
  const failed = listStyles()[0];
  await dispatchStyleEvent("c-1.css", "error");
  await vi.waitFor(() => expect(listStyles()[0]).not.toBe(failed));
  expect(listStyleNames()).toEqual(["c-1.css", "d-1.css"]);
  expect(importModule).not.toHaveBeenCalled();

  await dispatchStyleEvent("c-1.css", "load");

  expect(await loading).toBe("module");
});

test("a module that the browser lost all the same waits for a reload; one that fails by itself fails", async () => {
  serveFile("f-1.js", () => true);
  const importModule = vi.fn(async () => "module");
  importModule.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module: /assets/f-1.js"));
  const loading = loadFiles(importModule, ["assets/f-1.js"]);
  await vi.waitFor(() => expect(waitingFiles.getWaitReason()).toBe("missing"));
  waitingFiles.retryWaiting();
  expect(await loading).toBe("module");

  importModule.mockRejectedValueOnce(new ReferenceError("x is not defined"));
  await expect(loadFiles(importModule, ["assets/f-1.js"])).rejects.toThrow("x is not defined");
  expect(waitingFiles.getWaitReason()).toBe("none");
});

test("a screen fails for a file that it needs, also one that a part loads already, and for no other", async () => {
  let isUp = false;
  for (const name of ["g-1.js", "h-1.js"]) {
    server.use(
      http.get(`${ORIGIN}/assets/${name}`, () =>
        isUp ? HttpResponse.text("") : new HttpResponse(null, { status: 404 }),
      ),
    );
  }
  serveFile("i-1.js", () => true);
  const load = (name: string) => waitingFiles.failWhenMissing(() => loadFiles(async () => name, [`assets/${name}`]));
  const part = loadFiles(async () => "part", ["assets/g-1.js"]);
  await vi.waitFor(() => expect(waitingFiles.getWaitReason()).toBe("missing"));

  await expect(load("i-1.js")).resolves.toBe("i-1.js");
  await expect(load("g-1.js")).rejects.toThrow("g-1.js");
  await expect(load("h-1.js")).rejects.toThrow("h-1.js");

  isUp = true;
  waitingFiles.retryWaiting();
  expect(await part).toBe("part");
  expect(await load("h-1.js")).toBe("h-1.js");
});

test("a screen fails where the browser lost its module", async () => {
  serveFile("j-1.js", () => true);
  const importModule = vi.fn(async () => "module");
  importModule.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module: /assets/j-1.js"));

  await expect(waitingFiles.failWhenMissing(() => loadFiles(importModule, ["assets/j-1.js"]))).rejects.toThrow(
    "j-1.js",
  );

  waitingFiles.retryWaiting();
  await vi.waitFor(() => expect(waitingFiles.getWaitReason()).toBe("none"));
});

test("what the page began with is not loaded again", async () => {
  const onRequest = serveFile("e-1.js", () => true);
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = "/assets/e-1.js";
  document.head.append(link);

  await loadFiles(async () => "module", ["assets/e-1.js"]);

  expect(onRequest).not.toHaveBeenCalled();
});
