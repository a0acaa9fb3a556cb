import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { drawSession } from "../scripts/session-drawing";

const DOCS = resolve(import.meta.dirname, "../../docs/session-machine.md");

test("the drawing in docs is that of the machine: `npm run draw`", () => {
  expect(readFileSync(DOCS, "utf8")).toBe(drawSession());
});
