import { expect, test } from "vitest";
import type { Node } from "../model/records";
import type { Snapshot } from "../model/snapshot";
import { type Branch, buildTree } from "../model/tree";
import type { Shape } from "../model/tree-positions";
import { STRUCTURES } from "../tests/structures";
import { findDrop, type PointerTarget, resolveDrop } from "./drop";
import { findNearestPosition, listTargetPositions } from "./target-positions";

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
const SNAPSHOT = createSnapshot(LINES);
const NEW_COMPONENT: Shape = { level: "component", children: [] };
const ROW: Shape = { level: "row", children: [{ level: "column", children: [] }] };

function createSnapshot(lines: readonly Line[]): Snapshot {
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
    tree: buildTree(nodes, ["body"], structure),
  };
}

const describePositions = (places: readonly { parent: string; index: number }[]) =>
  places.map((at) => `${at.parent} ${at.index}`);

test("a new component goes wherever a column is, and between rows, in reading order", () => {
  const first = ["body 0", "c1 0", "c1 1", "c1 2", "c2 0"];
  const second = ["body 1", "c3 0", "c4 0", "c4 1", "c3 1", "body 2"];
  expect(describePositions(listTargetPositions(SNAPSHOT, NEW_COMPONENT))).toEqual([...first, ...second]);
});

test("between rows a component gets a row of its own, and a column has no place", () => {
  expect(resolveDrop(SNAPSHOT, NEW_COMPONENT, { parent: "body", index: 1 })).toEqual({
    place: { parent: "body", index: 1 },
    isWrapped: true,
  });
  expect(resolveDrop(SNAPSHOT, NEW_COMPONENT, { parent: "c2", index: 0 })).toEqual({
    place: { parent: "c2", index: 0 },
    isWrapped: false,
  });
  expect(resolveDrop(SNAPSHOT, NEW_COMPONENT, { parent: "r1", index: 0 })).toBeUndefined();
  expect(resolveDrop(SNAPSHOT, ROW, { parent: "body", index: 1 })).toEqual({
    place: { parent: "body", index: 1 },
    isWrapped: false,
  });
  expect(resolveDrop(SNAPSHOT, { level: "column", children: [] }, { parent: "body", index: 1 })).toBeUndefined();
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
  const snapshot = createSnapshot(lone);
  const places = listTargetPositions(snapshot, { id: "a", level: "component", children: [] });

  expect(describePositions(places)).toEqual(["c2 0", "c2 1", "body 2"]);
  expect(describePositions([places[findNearestPosition(snapshot, places, "a")] ?? { parent: "", index: 0 }])).toEqual([
    "body 2",
  ]);
});

test("what stands somewhere is not offered its own place, nor one within it or locked", () => {
  expect(
    describePositions(
      listTargetPositions(SNAPSHOT, { id: "a", level: "component", children: [] }, (id) => id === "r2"),
    ),
  ).toEqual(["body 0", "c1 2", "c2 0", "body 1", "body 2"]);
  const outer = SNAPSHOT.tree.get("body")?.[0];
  expect(outer && describePositions(listTargetPositions(SNAPSHOT, outer))).toEqual(["c3 0", "c3 1", "body 2"]);
});

test("choosing begins right after the thing, or at the last place beside it", () => {
  const places = (id: string) => listTargetPositions(SNAPSHOT, { id, level: "component", children: [] });
  expect(
    describePositions([places("a")[findNearestPosition(SNAPSHOT, places("a"), "a")] ?? { parent: "", index: 0 }]),
  ).toEqual(["c1 2"]);
  expect(
    describePositions([places("b")[findNearestPosition(SNAPSHOT, places("b"), "b")] ?? { parent: "", index: 0 }]),
  ).toEqual(["c1 0"]);
  expect(findNearestPosition(SNAPSHOT, listTargetPositions(SNAPSHOT, NEW_COMPONENT), undefined)).toBe(0);
});

const createPointerTarget = (id: string | undefined, after: boolean, nearEdge = false): PointerTarget => ({
  id,
  isAfter: () => after,
  isNearEdge: () => nearEdge,
});

test("a component is dropped beside the one under it, or into the column", () => {
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget("a", false))).toEqual({
    place: { parent: "c1", index: 0 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget("a", true))).toEqual({
    place: { parent: "c1", index: 1 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget("c2", true))).toEqual({
    place: { parent: "c2", index: 0 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget("r1", true))).toEqual({
    place: { parent: "c2", index: 0 },
    isWrapped: false,
  });
});

test("between rows and on the bare surface a component gets a row of its own", () => {
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget("r1", false, true))).toEqual({
    place: { parent: "body", index: 0 },
    isWrapped: true,
  });
  expect(findDrop(SNAPSHOT, NEW_COMPONENT, createPointerTarget(undefined, false))).toEqual({
    place: { parent: "body", index: 2 },
    isWrapped: true,
  });
});

test("a row goes between rows near an edge, and into a column over its middle, but not too deep", () => {
  expect(findDrop(SNAPSHOT, ROW, createPointerTarget("a", true, true))).toEqual({
    place: { parent: "body", index: 1 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, ROW, createPointerTarget("a", true))).toEqual({
    place: { parent: "c1", index: 1 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, ROW, createPointerTarget("d", true))).toEqual({
    place: { parent: "c3", index: 1 },
    isWrapped: false,
  });
});

test("a column is dropped among columns alone, and never on the bare surface", () => {
  const column: Shape = { id: "c1", level: "column", children: [] };
  expect(findDrop(SNAPSHOT, column, createPointerTarget("c2", true))).toEqual({
    place: { parent: "r1", index: 2 },
    isWrapped: false,
  });
  expect(findDrop(SNAPSHOT, column, createPointerTarget(undefined, true))).toBeUndefined();
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
  const whole = createSnapshot(lines);
  const tree = new Map([...whole.tree].map(([root, branches]) => [root, branches.map(counted)]));

  const places = listTargetPositions({ ...whole, tree }, { ...NEW_COMPONENT, id: "l0-0" });

  expect(places.length).toBe(rows * (each + 1) + rows + 1 - 2);
  expect(reads).toBeLessThan(10 * rows * each);
});
