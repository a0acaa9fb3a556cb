import { expect, test } from "vitest";
import { contrast } from "@/ui/theme/oklch";
import { COLOURS, colourOf } from "./colours";

/** Page, surface and raised surface of both themes. */
const GROUNDS = ["#fafafc", "#ffffff", "#121419", "#191c22", "#22262e"];

test.each(COLOURS)("%s bears white words, and is seen on every ground", (colour) => {
  expect(contrast(colour, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  for (const ground of GROUNDS) expect(contrast(colour, ground), ground).toBeGreaterThanOrEqual(3);
});

test("a person has the same colour everywhere", () => {
  expect(colourOf("Sari Dewi")).toBe(colourOf("Sari Dewi"));
  expect(new Set(["Sari Dewi", "Raka Wibowo", "Dewi W", "Budi", "Citra", "Eko"].map(colourOf)).size).toBeGreaterThan(2);
});
