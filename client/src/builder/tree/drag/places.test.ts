import { expect, test } from "vitest";
import type { Shape } from "../model/places";
import type { Node } from "../model/records";
import type { Snapshot } from "../model/snapshot";
import { type Branch, grow } from "../model/tree";
import { STRUCTURES } from "../tests/structures";
import { dropAt, dropPlace, type Over } from "./drop-place";
import { everyPlace, nearestPlace } from "./every-place";

type Line = readonly [id: string, level: string, parent: string, order: string];

/** Row r1 with columns c1 (a, b) and c2 (nothing); row r2 with column c3 (inner row r3, with column c4 (d)). */
const LINES: readonly Line[] = [
  ["r1", "row", "body", "a0"],
  ["c1", "column", "r1", "a0"],
  ["a", "component", "c1", "a0"],
  ["b", "component", "c1", "a1"],
  ["c2", "column", "r1", "a1"],
  ["r2", "row", "body", "a1"],
  ["c3", "column", "r2", "a0"],
  ["r3", "row", "c3", "a0"],
  ["c4", "column", "r3", "a0"],
  ["d", "component", "c4", "a0"],
];
const NOW = snapshotOf(LINES);
const NEW: Shape = { level: "component", children: [] };
const ROW: Shape = { level: "row", children: [{ level: "column", children: [] }] };

function snapshotOf(lines: readonly Line[]): Snapshot {
  const nodes = new Map(
    lines.map(([id, level, parent, order]): [string, Node] => [
      id,
      { level, kind: level, at: [parent, order, "body"] },
    ]),
  );
  const structure = STRUCTURES.rows;
  return {
    structure,
    nodes,
    roots: ["body"],
    names: new Map(),
    rootSettings: new Map(),
    tree: grow(nodes, ["body"], structure),
  };
}

const describePlaces = (places: readonly { parent: string; index: number }[]) =>
  places.map((at) => `${at.parent} ${at.index}`);

test("a new component goes wherever a column is, and between rows, in the order in which that is drawn", () => {
  const first = ["body 0", "c1 0", "c1 1", "c1 2", "c2 0"];
  const second = ["body 1", "c3 0", "c4 0", "c4 1", "c3 1", "body 2"];
  expect(describePlaces(everyPlace(NOW, NEW))).toEqual([...first, ...second]);
});

test("between rows a component gets a row of its own, and a column has no place", () => {
  expect(dropAt(NOW, NEW, { parent: "body", index: 1 })).toEqual({
    place: { parent: "body", index: 1 },
    isWrapped: true,
  });
  expect(dropAt(NOW, NEW, { parent: "c2", index: 0 })).toEqual({ place: { parent: "c2", index: 0 }, isWrapped: false });
  expect(dropAt(NOW, NEW, { parent: "r1", index: 0 })).toBeUndefined();
  expect(dropAt(NOW, ROW, { parent: "body", index: 1 })).toEqual({
    place: { parent: "body", index: 1 },
    isWrapped: false,
  });
  expect(dropAt(NOW, { level: "column", children: [] }, { parent: "body", index: 1 })).toBeUndefined();
});

test("what is all there is in its row is not offered another one beside that", () => {
  const lone: Line[] = [
    ["r1", "row", "body", "a0"],
    ["c1", "column", "r1", "a0"],
    ["a", "component", "c1", "a0"],
    ["r2", "row", "body", "a1"],
    ["c2", "column", "r2", "a0"],
    ["b", "component", "c2", "a0"],
  ];
  const snapshot = snapshotOf(lone);
  const places = everyPlace(snapshot, { id: "a", level: "component", children: [] });

  expect(describePlaces(places)).toEqual(["c2 0", "c2 1", "body 2"]);
  expect(describePlaces([places[nearestPlace(snapshot, places, "a")] ?? { parent: "", index: 0 }])).toEqual(["body 2"]);
});

test("what stands somewhere is not offered its own place, nor one within it or locked", () => {
  expect(describePlaces(everyPlace(NOW, { id: "a", level: "component", children: [] }, (id) => id === "r2"))).toEqual([
    "body 0",
    "c1 2",
    "c2 0",
    "body 1",
    "body 2",
  ]);
  const outer = NOW.tree.get("body")?.[0];
  expect(outer && describePlaces(everyPlace(NOW, outer))).toEqual(["c3 0", "c3 1", "body 2"]);
});

test("choosing begins right after the thing, or at the last place beside it", () => {
  const places = (id: string) => everyPlace(NOW, { id, level: "component", children: [] });
  expect(describePlaces([places("a")[nearestPlace(NOW, places("a"), "a")] ?? { parent: "", index: 0 }])).toEqual([
    "c1 2",
  ]);
  expect(describePlaces([places("b")[nearestPlace(NOW, places("b"), "b")] ?? { parent: "", index: 0 }])).toEqual([
    "c1 0",
  ]);
  expect(nearestPlace(NOW, everyPlace(NOW, NEW), undefined)).toBe(0);
});

const over = (id: string | undefined, after: boolean, nearEdge = false): Over => ({
  id,
  isAfter: () => after,
  isNearEdge: () => nearEdge,
});

test("a component is dropped beside the one under it, or into the column", () => {
  expect(dropPlace(NOW, NEW, over("a", false))).toEqual({ place: { parent: "c1", index: 0 }, isWrapped: false });
  expect(dropPlace(NOW, NEW, over("a", true))).toEqual({ place: { parent: "c1", index: 1 }, isWrapped: false });
  expect(dropPlace(NOW, NEW, over("c2", true))).toEqual({ place: { parent: "c2", index: 0 }, isWrapped: false });
  expect(dropPlace(NOW, NEW, over("r1", true))).toEqual({ place: { parent: "c2", index: 0 }, isWrapped: false });
});

test("between rows and on the bare surface a component gets a row of its own", () => {
  expect(dropPlace(NOW, NEW, over("r1", false, true))).toEqual({
    place: { parent: "body", index: 0 },
    isWrapped: true,
  });
  expect(dropPlace(NOW, NEW, over(undefined, false))).toEqual({ place: { parent: "body", index: 2 }, isWrapped: true });
});

test("a row goes between rows near an edge, and into a column over its middle, but not too deep", () => {
  expect(dropPlace(NOW, ROW, over("a", true, true))).toEqual({ place: { parent: "body", index: 1 }, isWrapped: false });
  expect(dropPlace(NOW, ROW, over("a", true))).toEqual({ place: { parent: "c1", index: 1 }, isWrapped: false });
  expect(dropPlace(NOW, ROW, over("d", true))).toEqual({ place: { parent: "c3", index: 1 }, isWrapped: false });
});

test("a column is dropped among columns alone, and never on the bare surface", () => {
  const column: Shape = { id: "c1", level: "column", children: [] };
  expect(dropPlace(NOW, column, over("c2", true))).toEqual({ place: { parent: "r1", index: 2 }, isWrapped: false });
  expect(dropPlace(NOW, column, over(undefined, true))).toBeUndefined();
});

test("the places of a long document are found by looking at each node a few times", () => {
  const rows = 40;
  const each = 50;
  const lines = Array.from({ length: rows }, (_, row): Line[] => [
    [`r${row}`, "row", "body", `a${String(row).padStart(4, "0")}1`],
    [`c${row}`, "column", `r${row}`, "a0"],
    ...Array.from(
      { length: each },
      (_, leaf): Line => [`l${row}-${leaf}`, "component", `c${row}`, `a${String(leaf).padStart(4, "0")}1`],
    ),
  ]).flat();
  let reads = 0;
  const counted = ({ children, ...branch }: Branch): Branch => {
    const own = children.map(counted);
    return {
      ...branch,
      get children() {
        reads += 1;
        return own;
      },
    };
  };
  const whole = snapshotOf(lines);
  const tree = new Map([...whole.tree].map(([root, branches]) => [root, branches.map(counted)]));

  const places = everyPlace({ ...whole, tree }, { ...NEW, id: "l0-0" });

  expect(places.length).toBe(rows * (each + 1) + rows + 1 - 2);
  expect(reads).toBeLessThan(10 * rows * each);
});
