import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failWhenMissing, loadUntilAvailable, MissingFileError } from "@/lib/files/waiting-files";
import { contactsRoutes } from "./routes";

const PAGES = ["Exports", "Funnel", "Hygiene", "Suppressions", "Testers", "Subscribers"];
const NAMES = PAGES.map((page) => `contact-${page.toLowerCase()}`);

vi.mock("./parts", () => {
  const lose = (name: string) => () =>
    loadUntilAvailable(async () => {
      throw new MissingFileError(`/assets/${name}.js`);
    });
  return Object.fromEntries(PAGES.map((name) => [`load${name}Page`, lose(name)]));
});

// A missing file is retried by a timer and by window listeners.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a page that comes in two steps fails where the file of the second one is missing", async () => {
  const routes = contactsRoutes.filter(({ name }) => NAMES.includes(name));
  const lost = await Promise.all(routes.map(({ load }) => failWhenMissing(load).catch((error: unknown) => error)));

  expect(lost).toEqual(PAGES.map(() => expect.any(MissingFileError)));
});
