import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { addStep, createHistory, redo, type UndoHistory, undo } from "../history";
import type { Grammar } from "../kinds/kind";
import { withSubject } from "../leaves";
import { type Join, parseJoin } from "../rule-texts";
import {
  add,
  canAdd,
  canMove,
  canWrap,
  change,
  createGroupNode,
  createLeafNode,
  findNode,
  findPath,
  type GroupNode,
  type Leaf,
  type LeafNode,
  move,
  type RuleNode,
  remove,
  unwrap,
  wrap,
} from "../tree";
import { getFocusedPart, usePartFocus } from "./part-focus";

/** Actions of the builder on its tree. */
export interface BuilderActions {
  readonly setLeaf: (key: string, leaf: Leaf, part?: string) => void;
  readonly setJoin: (key: string, join: Join) => void;
  readonly addRule: (groupKey: string, afterKey?: string) => void;
  readonly addGroup: (groupKey: string) => void;
  readonly canAddRule: (groupKey: string) => boolean;
  readonly canAddGroup: (groupKey: string) => boolean;
  readonly remove: (key: string) => void;
  readonly move: (key: string, by: -1 | 1) => void;
  readonly canMove: (key: string, by: -1 | 1) => boolean;
  readonly wrap: (key: string) => void;
  readonly canWrap: (key: string) => boolean;
  readonly unwrap: (key: string) => void;
}

const FIRST_SUBJECT = "field:email";

/** The initial rule. */
export function createRule(grammar: Grammar): LeafNode {
  return createLeafNode({ ...withSubject(grammar, FIRST_SUBJECT), operator: "contains" } as Leaf);
}

/** Key of the rule to focus after `key` is removed: the next one, else the previous one, else its group. */
function findNeighbour(root: GroupNode, key: string): string {
  const path = findPath(root, key) ?? [];
  const index = path.at(-1) ?? 0;
  const group = findNode(root, path.slice(0, -1));
  if (group?.kind !== "group") return root.key;
  const next = group.rules[index + 1] ?? group.rules[index - 1];
  if (next || group === root) return (next ?? group).key;
  return findNeighbour(root, group.key);
}

/** State of the builder: the tree, the actions on it, and the undo history. */
export function useBuilder(start: GroupNode, grammar: Grammar) {
  const { t } = useTranslation();
  const [history, setHistory] = useState<UndoHistory<GroupNode>>(() => createHistory(start));
  const [said, setSaid] = useState("");
  const { box, want } = usePartFocus();
  const root = history.present;

  function setTree(next: GroupNode, words?: string, tag?: string): void {
    setHistory((old) => addStep(old, next, tag));
    if (words) setSaid(words);
  }
  /** Changes the tree and keeps the focus on the used control. */
  function setTreeKeepingFocus(next: GroupNode, key: string, words: string): void {
    want({ key, part: getFocusedPart() ?? "subject" });
    setTree(next, words);
  }
  function addNode(groupKey: string, node: RuleNode, focusKey: string, afterKey?: string): void {
    const next = add(root, groupKey, node, afterKey);
    if (next === root) return;
    want({ key: focusKey, part: "subject" });
    setTree(next, t("segments.said.added"));
  }

  const acts: BuilderActions = {
    setLeaf: (key, leaf, part) =>
      setTree(
        change<LeafNode>(root, key, (node) => ({ ...node, leaf })),
        undefined,
        part && `${key}:${part}`,
      ),
    setJoin: (key, join) => setTree(change<GroupNode>(root, key, (node) => ({ ...node, ...parseJoin(join) }))),
    addRule: (groupKey, afterKey) => {
      const node = createRule(grammar);
      addNode(groupKey, node, node.key, afterKey);
    },
    addGroup: (groupKey) => {
      const group = findNode(root, findPath(root, groupKey) ?? []);
      const node = createRule(grammar);
      const match = group?.kind === "group" && group.match === "all" ? "any" : "all";
      addNode(groupKey, createGroupNode(match, [node]), node.key);
    },
    canAddRule: (groupKey) => canAdd(root, groupKey, createRule(grammar)),
    canAddGroup: (groupKey) => canAdd(root, groupKey, createGroupNode("any", [createRule(grammar)])),
    remove: (key) => {
      want({ key: findNeighbour(root, key), part: "subject" });
      setTree(remove(root, key), t("segments.said.removed"));
    },
    move: (key, by) => setTreeKeepingFocus(move(root, key, by), key, t("segments.said.moved")),
    canMove: (key, by) => canMove(root, key, by),
    wrap: (key) => setTreeKeepingFocus(wrap(root, key), key, t("segments.said.wrapped")),
    canWrap: (key) => canWrap(root, key),
    unwrap: (key) => {
      const group = findNode(root, findPath(root, key) ?? []);
      if (group?.kind === "group" && group.rules[0]) want({ key: group.rules[0].key, part: "subject" });
      setTree(unwrap(root, key), t("segments.said.unwrapped"));
    },
  };

  function back(): void {
    setHistory(undo);
    setSaid(t("segments.said.undone"));
  }
  function forth(): void {
    setHistory(redo);
    setSaid(t("segments.said.redone"));
  }

  function onRuleKey(event: KeyboardEvent, key: string): boolean {
    if (!event.altKey || event.ctrlKey || event.metaKey) return false;
    const path = findPath(root, key);
    const isRoot = path?.length === 0;
    const outer = path && findNode(root, path.slice(0, -1));
    if (event.key === "ArrowUp" && !isRoot) acts.move(key, -1);
    else if (event.key === "ArrowDown" && !isRoot) acts.move(key, 1);
    else if (event.key === "Enter" && event.shiftKey && !isRoot) acts.wrap(key);
    else if (event.key === "Enter" && outer) acts.addRule(outer.key, isRoot ? undefined : key);
    else if ((event.key === "Delete" || event.key === "Backspace") && !isRoot) acts.remove(key);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (isCommand && !event.altKey && (letter === "z" || letter === "y")) {
      event.preventDefault();
      if (letter === "y" || event.shiftKey) forth();
      else back();
      return;
    }
    const rule = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-rule]") : null;
    if (rule?.dataset.rule && onRuleKey(event, rule.dataset.rule)) event.preventDefault();
  }

  return {
    root,
    acts,
    box,
    said,
    onKeyDown,
    undo: back,
    redo: forth,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Replaces the tree and clears the undo history. */
    reset: (next: GroupNode) => setHistory(createHistory(next)),
  };
}
