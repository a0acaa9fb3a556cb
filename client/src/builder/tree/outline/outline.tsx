import { IconChevronDown, IconChevronRight, IconEyeCog, IconLock } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useNode, useSnapshot } from "../../collab/store/use-store";
import { getNodeName, useEditor } from "../editor";
import { FindingsIcon } from "../findings/findings-parts";
import type { Branch } from "../model/tree";
import { findBranch } from "../model/tree-positions";
import { resolveSettings } from "../registry";
import { extendBy, getSelected as primary, select, selectByClick } from "../selection";
import classes from "./outline.module.css";

/** All nodes of a root as a tree view, to find those that are hard to click. */
export function Outline({ root }: { readonly root: string }) {
  const editor = useEditor();
  const { t, store, actor } = editor;
  const snapshot = useSnapshot(store);
  const tree = useRef<HTMLUListElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const selected = useSelector(actor, ({ context }) => context.selected);
  const rows = snapshot.tree.get(root) ?? [];
  // The role `tree` requires an item.
  if (rows.length === 0) return <p className={classes.bare}>{t("tree.outline.empty")}</p>;

  const lines: Line[] = [];
  const waiting = buildLines(rows, 1).reverse();
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    lines.push(line);
    if (!closed.has(line.branch.id)) waiting.push(...buildLines(line.branch.children, line.depth + 1).reverse());
  }
  const shown = lines.map(({ branch }) => branch);
  const focusable = shown.some(({ id }) => id === selected) ? selected : (shown[0]?.id ?? null);

  function toggle(id: string, isClosed: boolean): void {
    const next = new Set(closed);
    if (isClosed) next.add(id);
    else next.delete(id);
    setClosed(next);
  }

  function focus(id: string): void {
    tree.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus();
  }

  function go(id: string | undefined): void {
    if (id === undefined) return;
    select(editor, id);
    focus(id);
  }

  function extend(by: -1 | 1): void {
    extendBy(editor, by);
    focus(primary(editor) ?? "");
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || actor.getSnapshot().matches({ pointer: "lifted" })) return;
    const here = shown.findIndex(({ id }) => id === focusable);
    const branch = shown[here];
    if (!branch) return;
    const parent = findBranch(snapshot, branch.id)?.parent;
    const ways: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (event.shiftKey ? extend(1) : go(shown[here + 1]?.id)),
      ArrowUp: () => (event.shiftKey ? extend(-1) : go(shown[here - 1]?.id)),
      Home: () => go(shown[0]?.id),
      End: () => go(shown.at(-1)?.id),
      ArrowRight: () => (closed.has(branch.id) ? toggle(branch.id, false) : go(branch.children[0]?.id)),
      ArrowLeft: () => {
        if (branch.children.length > 0 && !closed.has(branch.id)) toggle(branch.id, true);
        else if (parent !== undefined && snapshot.nodes.has(parent)) go(parent);
      },
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    way();
  }

  return (
    <ul
      ref={tree}
      className={classes.tree}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list that is walked as a tree
      role="tree"
      aria-label={t("tree.outline.label")}
      aria-multiselectable
      data-outline
      onKeyDown={onKeyDown}
    >
      {lines.map((line) => (
        <Item
          key={line.branch.id}
          line={line}
          isClosed={closed.has(line.branch.id)}
          isFocusable={line.branch.id === focusable}
          toggle={toggle}
        />
      ))}
    </ul>
  );
}

function buildLines(branches: readonly Branch[], depth: number): Line[] {
  return branches.map((branch, at) => ({ branch, depth, at: at + 1, of: branches.length }));
}

interface Line {
  readonly branch: Branch;
  readonly depth: number;
  /** Position among the siblings, from 1. */
  readonly at: number;
  readonly of: number;
}

interface ItemProps {
  readonly line: Line;
  readonly isClosed: boolean;
  readonly isFocusable: boolean;
  readonly toggle: (id: string, isClosed: boolean) => void;
}

/** A line of the tree view. Lines are siblings in the page, and state their level. */
function Item({ line, isClosed, isFocusable, toggle }: ItemProps) {
  const editor = useEditor();
  const { t, registry, actor } = editor;
  const { branch, depth, at, of } = line;
  const { id, children } = branch;
  const names = useId();
  const node = useNode(editor.store, id);
  const isSelected = useSelector(actor, ({ context }) => context.selection.has(id));
  const kind = registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return null;
  const name = `${names}-${id}`;
  const summary = kind.summary?.(resolveSettings(kind, node.settings)) ?? "";
  const Icon = kind.icon;
  const Chevron = isClosed ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its items
    <li
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      aria-level={depth}
      aria-posinset={at}
      aria-setsize={of}
      aria-selected={isSelected}
      aria-expanded={children.length > 0 ? !isClosed : undefined}
      aria-labelledby={name}
      data-item={id}
      onClick={(event) => {
        event.stopPropagation();
        selectByClick(editor, id, event);
      }}
      onPointerEnter={() => actor.send({ type: "hover", id })}
      onPointerLeave={() => actor.send({ type: "hover", id: null })}
    >
      <span
        className={classes.line}
        data-selected={isSelected || undefined}
        style={{ paddingInlineStart: depth * 14 - 8 }}
      >
        {children.length > 0 ? (
          // The arrow keys do the same. A stop of Tab in each line would be too many.
          <button
            type="button"
            tabIndex={-1}
            aria-label={t(isClosed ? "tree.outline.open" : "tree.outline.close")}
            onClick={(event) => {
              event.stopPropagation();
              toggle(id, !isClosed);
            }}
          >
            <Chevron size={14} stroke={1.9} aria-hidden="true" />
          </button>
        ) : (
          <i />
        )}
        <Icon size={16} stroke={1.7} />
        <span id={name}>
          <b>{getNodeName(editor, id)}</b> <em>{summary}</em>
        </span>
        <FindingsIcon id={id} />
        {node.condition ? (
          <IconEyeCog size={14} stroke={1.9} aria-label={t("tree.outline.conditional")} role="img" />
        ) : null}
        {node.isLocked ? <IconLock size={14} stroke={1.9} aria-label={t("tree.outline.locked")} role="img" /> : null}
      </span>
    </li>
  );
}
