import type { Rules, Schemas, WireRule } from "./kinds/kind";
import { getKind, type Leaf } from "./kinds/registry";

export type { Rules } from "./kinds/kind";
export type { Leaf } from "./kinds/registry";
export type Match = "all" | "any";

export interface LeafNode {
  readonly key: string;
  readonly kind: "leaf";
  readonly leaf: Leaf;
}

export interface GroupNode {
  readonly key: string;
  readonly kind: "group";
  readonly match: Match;
  readonly negated: boolean;
  readonly rules: readonly RuleNode[];
}

/** A condition or a group. It retains its key when it is moved. */
export type RuleNode = LeafNode | GroupNode;
/** Indexes in the rules of the nested groups, from the root down. */
export type Path = readonly number[];

/** Limits of the server (server/segments/rules/tree.py). */
export const MAX_DEPTH = 6;
export const MAX_RULES = 60;

let lastKey = 0;

function createKey(): string {
  lastKey += 1;
  return `rule-${lastKey}`;
}

export function createLeafNode(leaf: Leaf): LeafNode {
  return { key: createKey(), kind: "leaf", leaf };
}

export function createGroupNode(match: Match, rules: readonly RuleNode[], negated = false): GroupNode {
  return { key: createKey(), kind: "group", match, negated, rules };
}

/** Converts the server's rules into the builder's tree. */
export function buildTree(rules: Schemas["Group"]): GroupNode {
  const below = rules.rules.map((rule) =>
    rule.kind === "group" ? buildTree(rule) : createLeafNode(getKind(rule).read(rule)),
  );
  return createGroupNode(rules.match ?? "all", below, rules.negated ?? false);
}

/** Converts the tree into the server's form. Incomplete parts are included, and the server rejects them. */
export function toRules({ match, negated, rules }: GroupNode): Rules {
  const below = rules.map((node) => (node.kind === "group" ? toRules(node) : (node.leaf as WireRule)));
  return { kind: "group", match, negated, rules: below };
}

/** All nodes, parents first. */
export function listNodes(node: RuleNode): readonly RuleNode[] {
  return node.kind === "group" ? [node, ...node.rules.flatMap(listNodes)] : [node];
}

/** Maximum nesting depth of groups. */
export function getHeight(node: RuleNode): number {
  return node.kind === "group" ? 1 + Math.max(0, ...node.rules.map(getHeight)) : 0;
}

export function findPath(root: RuleNode, key: string): Path | undefined {
  if (root.key === key) return [];
  if (root.kind === "leaf") return undefined;
  for (const [index, node] of root.rules.entries()) {
    const below = findPath(node, key);
    if (below) return [index, ...below];
  }
  return undefined;
}

export function findNode(root: RuleNode, path: Path): RuleNode | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return root;
  const below = root.kind === "group" ? root.rules[first] : undefined;
  return below && findNode(below, rest);
}

/** Replaces the rules of the group at `path` by `change` of them. Removes groups below the root that become empty. */
function changeRules(
  root: GroupNode,
  path: Path,
  change: (rules: readonly RuleNode[]) => readonly RuleNode[],
): GroupNode {
  const [first, ...rest] = path;
  if (first === undefined) return { ...root, rules: change(root.rules) };
  const rules = root.rules.flatMap((node, index) => {
    if (index !== first || node.kind === "leaf") return [node];
    const next = changeRules(node, rest, change);
    return next.rules.length > 0 ? [next] : [];
  });
  return { ...root, rules };
}

function splitLast(path: Path): { readonly parent: Path; readonly index: number } | undefined {
  const index = path.at(-1);
  return index === undefined ? undefined : { parent: path.slice(0, -1), index };
}

function findPosition(root: GroupNode, key: string) {
  const path = findPath(root, key);
  return path && splitLast(path);
}

function spliceNodes(
  rules: readonly RuleNode[],
  index: number,
  removed: number,
  ...nodes: readonly RuleNode[]
): readonly RuleNode[] {
  return rules.toSpliced(index, removed, ...nodes);
}

function isWithinDepth(depth: number, node: RuleNode): boolean {
  return depth + getHeight(node) <= MAX_DEPTH;
}

function isWithinRuleLimit(root: GroupNode, more: number): boolean {
  return listNodes(root).length + more <= MAX_RULES;
}

/** Whether `node` fits into the group. */
export function canAdd(root: GroupNode, groupKey: string, node: RuleNode): boolean {
  const path = findPath(root, groupKey);
  return path !== undefined && isWithinDepth(path.length + 1, node) && isWithinRuleLimit(root, listNodes(node).length);
}

/** Adds `node` at the end of the group or after one of its rules. Returns the root unchanged where it does not fit. */
export function add(root: GroupNode, groupKey: string, node: RuleNode, afterKey?: string): GroupNode {
  const path = findPath(root, groupKey);
  if (!path || !canAdd(root, groupKey, node)) return root;
  return changeRules(root, path, (rules) => {
    const after = rules.findIndex(({ key }) => key === afterKey);
    return spliceNodes(rules, after < 0 ? rules.length : after + 1, 0, node);
  });
}

/** Removes the node, and its group if that becomes empty. */
export function remove(root: GroupNode, key: string): GroupNode {
  const place = findPosition(root, key);
  return place ? changeRules(root, place.parent, (rules) => spliceNodes(rules, place.index, 1)) : root;
}

/** Replaces the node by `edit` of it. */
export function change<Kind extends RuleNode>(root: GroupNode, key: string, edit: (node: Kind) => RuleNode): GroupNode {
  if (root.key === key) return edit(root as Kind) as GroupNode;
  const place = findPosition(root, key);
  if (!place) return root;
  return changeRules(root, place.parent, (rules) =>
    rules.map((node) => (node.key === key ? edit(node as Kind) : node)),
  );
}

/** Moves a node one step up or down in reading order: into an adjacent group, or out of one at its end. */
export function move(root: GroupNode, key: string, by: -1 | 1): GroupNode {
  const place = findPosition(root, key);
  if (!place) return root;
  const { parent, index } = place;
  const group = findNode(root, parent);
  const node = group?.kind === "group" ? group.rules[index] : undefined;
  if (group?.kind !== "group" || !node) return root;
  const next = group.rules[index + by];
  if (next?.kind === "group" && isWithinDepth(parent.length + 2, node)) {
    const entered = { ...next, rules: by < 0 ? [...next.rules, node] : [node, ...next.rules] };
    return changeRules(root, parent, (rules) => spliceNodes(rules, Math.min(index, index + by), 2, entered));
  }
  if (next) {
    const pair = by < 0 ? [node, next] : [next, node];
    return changeRules(root, parent, (rules) => spliceNodes(rules, Math.min(index, index + by), 2, ...pair));
  }
  return moveOut(root, parent, node, by);
}

function moveOut(root: GroupNode, from: Path, node: RuleNode, by: -1 | 1): GroupNode {
  const outer = splitLast(from);
  if (!outer) return root;
  return changeRules(root, outer.parent, (rules) => {
    const group = rules[outer.index];
    if (group?.kind !== "group") return rules;
    const rest = { ...group, rules: group.rules.filter(({ key }) => key !== node.key) };
    const left = rest.rules.length > 0 ? [rest] : [];
    return spliceNodes(rules, outer.index, 1, ...(by < 0 ? [node, ...left] : [...left, node]));
  });
}

export function canWrap(root: GroupNode, key: string): boolean {
  const path = findPath(root, key);
  const node = path && findNode(root, path);
  return (
    node !== undefined &&
    path !== undefined &&
    path.length > 0 &&
    isWithinDepth(path.length + 1, node) &&
    isWithinRuleLimit(root, 1)
  );
}

/** Wraps the node in a new group that combines in the other way than the surrounding one. */
export function wrap(root: GroupNode, key: string): GroupNode {
  const place = findPosition(root, key);
  const outer = place && findNode(root, place.parent);
  if (!place || outer?.kind !== "group" || !canWrap(root, key)) return root;
  const match = outer.match === "all" ? "any" : "all";
  return changeRules(root, place.parent, (rules) =>
    rules.map((node) => (node.key === key ? createGroupNode(match, [node]) : node)),
  );
}

/** Replaces a group by its rules. */
export function unwrap(root: GroupNode, key: string): GroupNode {
  const place = findPosition(root, key);
  if (!place) return root;
  return changeRules(root, place.parent, (rules) =>
    rules.flatMap((node) => (node.key === key && node.kind === "group" ? node.rules : [node])),
  );
}

/** Whether the node can move in that direction. */
export function canMove(root: GroupNode, key: string, by: -1 | 1): boolean {
  return move(root, key, by) !== root;
}

/** Finds the node and its part for a location in the request, such as `rules.rules.0.rules.1.value`. */
export function locateField(
  root: GroupNode,
  field: string,
): { readonly key: string; readonly part: string } | undefined {
  const tokens = field.split(".");
  if (tokens[0] !== "rules") return undefined;
  // The parser adds the names of kinds to the location; only numbers after "rules" are indexes.
  const path = tokens.flatMap((token, at) =>
    /^\d+$/.test(token) && tokens[at - 1] === "rules" ? [Number(token)] : [],
  );
  const node = findNode(root, path);
  return node && { key: node.key, part: tokens.findLast((token) => !/^\d+$/.test(token)) ?? "" };
}
