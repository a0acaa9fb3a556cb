import { expect, test } from "vitest";
import { computeToolbarPosition } from "./toolbar-position";

function createRect(left: number, top: number, width: number, height: number) {
  return { left, top, width, height, right: left + width, bottom: top + height };
}

const AREA = createRect(200, 100, 900, 800);
/** An email in the middle, with 150 pixels on each side. */
const SURFACE = createRect(350, 140, 600, 700);
const BAR = createRect(0, 0, 34, 258);

function computePosition(
  node: ReturnType<typeof createRect>,
  more: Partial<Parameters<typeof computeToolbarPosition>[0]> = {},
) {
  return computeToolbarPosition({ area: AREA, room: AREA.width, surface: SURFACE, node, bar: BAR, ...more });
}

test("it is beside the mail, level with its node, at the side to which the node is nearer", () => {
  const whole = computePosition(createRect(350, 300, 600, 60));
  expect(whole).toMatchObject({ left: 950 + 4 - 200, width: 150 - 8, side: "right" });
  expect(whole.top + whole.before).toBe(300 - 100);
  expect(computePosition(createRect(380, 300, 200, 60))).toMatchObject({ left: 350 - 4 - 34 - 200, side: "left" });
  expect(computePosition(createRect(720, 300, 200, 60)).left).toBe(950 + 4 - 200);
});

test("it takes the side that has space", () => {
  const surface = createRect(215, 140, 600, 700);
  expect(computePosition(createRect(215, 300, 200, 60), { surface }).left).toBe(815 + 4 - 200);
});

test("it may move along its node so far that a button stays beside it", () => {
  const { top, height } = computePosition(createRect(350, 300, 600, 60));
  expect(top + 258).toBe(300 - 100 + 32);
  expect(top + height - 258).toBe(300 - 100 + 60 - 32);
});

test("at the end of the mail it makes the desk no longer", () => {
  const { top, height, before } = computePosition(createRect(350, 800, 600, 40));
  expect(top + height).toBe(840 - 100 + 64);
  expect(before + 258).toBeLessThanOrEqual(height);
});

test("without space at either side it lies in its node, not over another", () => {
  const surface = createRect(200, 140, 900, 700);
  const found = computePosition(createRect(220, 300, 600, 60), { surface });
  expect(found.side).toBe("inside");
  expect(found.left + 258).toBeLessThanOrEqual(820 - 200);
  expect(found.top).toBeGreaterThanOrEqual(300 - 100);
  expect(found.top + found.height).toBeLessThanOrEqual(360 - 100);
});
