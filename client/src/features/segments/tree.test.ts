import { expect, test } from "vitest";
import {
  add,
  buildTree,
  canAdd,
  canMove,
  canWrap,
  change,
  createGroupNode,
  createLeafNode,
  findPath,
  type GroupNode,
  getHeight,
  type LeafNode,
  listNodes,
  locateField,
  MAX_DEPTH,
  MAX_RULES,
  move,
  type RuleNode,
  remove,
  toRules,
  unwrap,
  wrap,
} from "./tree";

function buildLeaf(name: string): LeafNode {
  return { ...createLeafNode({ kind: "field", field: name, operator: "is", value: "x" }), key: name };
}

/** Parses a group such as `all(a any(b c) d)`; the keys of groups are their paths, such as `0` or `0.1`. */
function parseTree(drawing: string): GroupNode {
  const tokens = drawing.match(/!?\w+\(|\w+|\)/g) ?? [];
  function read(place: string): RuleNode {
    const token = tokens.shift() ?? "";
    if (!token.endsWith("(")) return buildLeaf(token);
    const rules: RuleNode[] = [];
    while (tokens[0] !== ")") rules.push(read(`${place}.${rules.length}`));
    tokens.shift();
    const negated = token.startsWith("!");
    return { ...createGroupNode(token.includes("any") ? "any" : "all", rules, negated), key: place };
  }
  return read("0") as GroupNode;
}

function formatTree(node: RuleNode): string {
  if (node.kind === "leaf") return node.leaf.kind === "field" ? node.leaf.field : node.leaf.kind;
  return `${node.negated ? "!" : ""}${node.match}(${node.rules.map(formatTree).join(" ")})`;
}

test.each([
  ["among its like", "all(a b c)", "b", -1, "all(b a c)"],
  ["among its like", "all(a b c)", "b", 1, "all(a c b)"],
  ["into a group that stands before it", "all(any(a b) c)", "c", -1, "all(any(a b c))"],
  ["into a group that stands after it", "all(a any(b c))", "a", 1, "all(any(a b c))"],
  ["out of a group, before it", "all(any(a b) c)", "a", -1, "all(a any(b) c)"],
  ["out of a group, after it", "all(any(a b) c)", "b", 1, "all(any(a) b c)"],
  ["out of a group that it leaves empty", "all(any(a) b)", "a", 1, "all(a b)"],
  ["out of a group that it leaves empty", "all(b any(a))", "a", -1, "all(b a)"],
  ["a group among its like", "all(a any(b c))", "0.1", -1, "all(any(b c) a)"],
  ["a group into another", "all(any(a) any(b c))", "0.1", -1, "all(any(a any(b c)))"],
  ["nowhere from the beginning", "all(a b)", "a", -1, "all(a b)"],
  ["nowhere from the end", "all(a b)", "b", 1, "all(a b)"],
  [
    "into a group where it just fits",
    "all(any(a) all(all(all(all(b)))))",
    "0.1",
    -1,
    "all(any(a all(all(all(all(b))))))",
  ],
  [
    "past a group where it would be too deep",
    "all(any(a) all(all(all(all(all(b))))))",
    "0.1",
    -1,
    "all(all(all(all(all(all(b))))) any(a))",
  ],
] as const)("a rule moves %s", (_, before, key, by, after) => {
  const root = parseTree(before);

  const moved = move(root, key, by);

  expect(formatTree(moved)).toBe(after);
  expect(canMove(root, key, by)).toBe(formatTree(moved) !== before);
});

test.each([
  ["a condition", "all(a b c)", "b", "all(a c)"],
  ["a group with all in it", "all(a any(b c))", "0.1", "all(a)"],
  ["the last of a group, with the group", "all(a any(any(b)))", "b", "all(a)"],
  ["the last of all, which leaves the root", "all(a)", "a", "all()"],
  ["what is not there", "all(a)", "z", "all(a)"],
])("removed is %s", (_, before, key, after) => {
  expect(formatTree(remove(parseTree(before), key))).toBe(after);
});

test.each([
  ["at the end of the root", "0", undefined, "all(a any(b c) z)"],
  ["at the end of a group", "0.1", undefined, "all(a any(b c z))"],
  ["right after another", "0.1", "b", "all(a any(b z c))"],
])("a rule is added %s", (_, group, after, drawing) => {
  expect(formatTree(add(parseTree("all(a any(b c))"), group, buildLeaf("z"), after))).toBe(drawing);
});

test("a new group joins the other way than the one around it, and can be dissolved", () => {
  const wrapped = wrap(parseTree("all(a b)"), "b");
  expect(formatTree(wrapped)).toBe("all(a any(b))");
  expect(formatTree(wrap(wrapped, "b"))).toBe("all(a any(all(b)))");

  const [, group] = wrapped.rules;
  expect(formatTree(unwrap(wrapped, group?.key ?? ""))).toBe("all(a b)");
});

test("groups stand in each other six deep, no deeper", () => {
  let root = parseTree("all(a)");
  for (let depth = 1; depth < MAX_DEPTH; depth += 1) root = wrap(root, "a");

  expect(getHeight(root)).toBe(MAX_DEPTH);
  expect(canWrap(root, "a")).toBe(false);
  expect(wrap(root, "a")).toBe(root);
  const innermost = listNodes(root).findLast(({ kind }) => kind === "group");
  expect(canAdd(root, innermost?.key ?? "", createGroupNode("any", [buildLeaf("b")]))).toBe(false);
  expect(canAdd(root, innermost?.key ?? "", buildLeaf("b"))).toBe(true);
});

test("of sixty rules, groups among them, there is no sixty-first", () => {
  const full = createGroupNode(
    "all",
    Array.from({ length: MAX_RULES - 1 }, (_, index) => buildLeaf(`r${index}`)),
  );

  expect(listNodes(full)).toHaveLength(MAX_RULES);
  expect(add(full, full.key, buildLeaf("more"))).toBe(full);
  expect(wrap(full, "r0")).toBe(full);
});

test("a group is changed where it stands", () => {
  const next = change<GroupNode>(parseTree("all(a any(b c))"), "0.1", (group) => ({ ...group, negated: true }));

  expect(formatTree(next)).toBe("all(a !any(b c))");
  expect(findPath(next, "c")).toEqual([1, 1]);
});

test("rules come back from the wire as they went", () => {
  const rules = {
    kind: "group" as const,
    match: "all" as const,
    negated: false,
    rules: [
      { kind: "field" as const, field: "city", operator: "is", value: "Bogor" },
      {
        kind: "group" as const,
        match: "any" as const,
        negated: true,
        rules: [
          { kind: "label" as const, operator: "hasAny" as const, labelIds: [1, 2] },
          {
            kind: "activity" as const,
            activity: "opened",
            times: { operator: "atMost" as const, count: 0 },
            window: { kind: "lastDays" as const, days: 30 },
            subjectId: null,
          },
          { kind: "segment" as const, segmentId: 4, member: false },
        ],
      },
    ],
  };

  expect(toRules(buildTree(rules))).toEqual(rules);
});

test.each([
  ["rules.rules.0.value", "a", "value"],
  ["rules.rules.1.rules.0.field", "b", "field"],
  ["rules.rules.1.group.rules.1.label.labelIds.3", "c", "labelIds"],
  ["rules.rules", "0", "rules"],
])("the server's %s is a place in the tree", (field, key, part) => {
  expect(locateField(parseTree("all(a any(b c))"), field)).toEqual({ key, part });
});

test.each(["name", "rules.rules.7.value"])("%s is none", (field) => {
  expect(locateField(parseTree("all(a any(b c))"), field)).toBeUndefined();
});
