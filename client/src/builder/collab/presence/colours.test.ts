import { expect, test } from "vitest";
import { getContrast } from "@/ui/theme/oklch";
import { COLOURS, getUserColour } from "./colours";

/** Page, surface and raised surface of both themes. */
const BACKGROUNDS = ["#fafafc", "#ffffff", "#121419", "#191c22", "#22262e"];

test.each(COLOURS)("%s bears white words, and is seen on every ground", (colour) => {
  expect(getContrast(colour, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  for (const ground of BACKGROUNDS) expect(getContrast(colour, ground), ground).toBeGreaterThanOrEqual(3);
});

test("a person has the same colour everywhere", () => {
  expect(getUserColour("Sari Dewi")).toBe(getUserColour("Sari Dewi"));
  expect(
    new Set(["Sari Dewi", "Raka Wibowo", "Dewi W", "Budi", "Citra", "Eko"].map(getUserColour)).size,
  ).toBeGreaterThan(2);
});
