import { IconClipboardCopy, IconClipboardPlus, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toTextKey } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { useSnapshot } from "../../collab/store/use-store";
import { showUndoToast } from "../../collab/undo-toast";
import { removeRoot, renameRoot } from "../commands/roots";
import { useEditor, useShownRoot } from "../editor";
import { undo } from "../keyboard/commands";
import type { Snapshot } from "../model/snapshot";
import { iterateBranches } from "../model/tree-positions";
import type { EditorRegistry } from "../registry";
import { NameForm } from "./name-form";
import { addRootOfKind, copyRootText, duplicateRoot, getRootKindName, pasteRoot } from "./root-actions";
import classes from "./root-bar.module.css";

const ConfirmDialog = lazy(async () => ({
  default: (await import("@/ui/components/confirm-dialog")).ConfirmDialog,
}));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props {
  /** Minimum and maximum number of roots. */
  readonly least: number;
  readonly most: number;
  /** Short sign of the root at an index, such as a letter, shown with its name. */
  readonly signOf: (index: number) => string;
}

/** Tabs of the roots, with buttons to copy, name and delete the shown one. Texts are `<texts>.roots.*`. */
export function RootBar({ least, most, signOf }: Props) {
  const editor = useEditor();
  const { actor, editing, registry, store, say } = editor;
  const word = (key: string, filled: Readonly<Record<string, unknown>> = {}) =>
    editor.t(toTextKey(`${registry.texts}.roots.${key}`), filled);
  const snapshot = useSnapshot(store);
  const { isViewed = false } = editing;
  const shown = useShownRoot(editor);
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"name" | "remove">();
  const { roots, names } = snapshot;
  const at = roots.indexOf(shown);
  const sign = signOf(Math.max(0, at));

  function go(root: string | undefined): void {
    if (root === undefined) return;
    setOpen(undefined);
    actor.send({ type: "show", root });
    bar.current?.querySelector<HTMLElement>(`[data-root="${CSS.escape(root)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { length } = roots;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: (at - 1 + length) % length,
      ArrowRight: (at + 1) % length,
      Home: 0,
      End: length - 1,
    };
    const next = to[event.key];
    if (next !== undefined) go(roots[next]);
    else if (event.key === "F2" && !isViewed) setOpen("name");
    else if (event.key === "Delete" && length > least && !isViewed) setOpen("remove");
    else return;
    event.preventDefault();
  }

  function add(): void {
    if (duplicateRoot(editor, shown) === undefined) return;
    say(word("added", { sign: signOf(roots.length), from: sign }));
  }

  function remove(): void {
    setOpen(undefined);
    const beside = roots[at === 0 ? 1 : at - 1];
    if (!removeRoot(editing, shown)) return;
    showUndoToast(editing.history, {
      message: word("removed", { sign }),
      label: editor.t("tree.commands.undo"),
      undo: () => {
        // The tab must exist before it gets the focus.
        if (flushSync(() => undo(editor))) go(shown);
      },
    });
    go(beside);
  }

  return (
    <div ref={bar} className={classes.bar}>
      <div role="tablist" aria-label={word("label")} className={classes.tabs} onKeyDown={onKeyDown}>
        {roots.map((root, index) => (
          <button
            key={root}
            type="button"
            role="tab"
            data-root={root}
            aria-selected={root === shown}
            tabIndex={root === shown ? 0 : -1}
            onClick={() => go(root)}
          >
            <b>{signOf(index)}</b> {names.has(root) ? <span dir="auto">{names.get(root)}</span> : null}
          </button>
        ))}
      </div>
      {open === "name" ? (
        <NameForm
          key={shown}
          label={word("name", { sign })}
          name={names.get(shown) ?? ""}
          onDone={(name, byKey) => {
            if (name !== undefined && name !== (names.get(shown) ?? "")) renameRoot(editing, shown, name);
            if (byKey) go(shown);
            else setOpen(undefined);
          }}
        />
      ) : isViewed ? null : (
        <div className={classes.acts}>
          <IconButton label={word("rename", { sign })} size="row" onClick={() => setOpen("name")}>
            <IconPencil {...ICON} />
          </IconButton>
          {roots.length > least ? (
            <IconButton label={word("remove", { sign })} size="row" onClick={() => setOpen("remove")}>
              <IconTrash {...ICON} />
            </IconButton>
          ) : null}
          {roots.length < most ? (
            <button type="button" className={classes.add} onClick={add}>
              <IconPlus {...ICON} size={14} /> {word("add", { sign })}
            </button>
          ) : null}
          <RootKindButtons shown={shown} canAdd={roots.length < most} />
          <p className={classes.shared}>{word("shared")}</p>
        </div>
      )}
      {open === "remove" ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={word("removeTitle", { sign })}
            confirmLabel={word("remove", { sign })}
            isDangerous
            onCancel={() => setOpen(undefined)}
            onConfirm={remove}
          >
            <p>{word("removeText", { count: countParts(snapshot, shown, registry) })}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </div>
  );
}

interface RootKindButtonsProps {
  readonly shown: string;
  readonly canAdd: boolean;
}

/** Buttons to add a root of each kind, and to copy and paste one; none in an editor without kinds of roots. */
function RootKindButtons({ shown, canAdd }: RootKindButtonsProps) {
  const editor = useEditor();
  const { registry, store, t } = editor;
  const kind = useSnapshot(store).rootSettings.get(shown)?.kind;
  if (registry.roots.size === 0) return null;
  return (
    <>
      {canAdd
        ? [...registry.roots.values()].map((each) => (
            <button key={each.name} type="button" className={classes.add} onClick={() => addRootOfKind(editor, each)}>
              <IconPlus {...ICON} size={14} /> {t("tree.roots.add", { name: getRootKindName(editor, each.name) })}
            </button>
          ))
        : null}
      {kind === undefined ? null : (
        <IconButton
          label={t("tree.roots.copy", { name: getRootKindName(editor, kind) })}
          size="row"
          onClick={() => void copyRootText(editor, shown)}
        >
          <IconClipboardCopy {...ICON} />
        </IconButton>
      )}
      {canAdd ? (
        <IconButton label={t("tree.roots.paste")} size="row" onClick={() => void pasteRoot(editor)}>
          <IconClipboardPlus {...ICON} />
        </IconButton>
      ) : null}
    </>
  );
}

/** Number of nodes in a root that users add one by one. */
function countParts(snapshot: Snapshot, root: string, { offers }: EditorRegistry): number {
  return [...iterateBranches(snapshot)].filter((found) => found.root === root && offers.includes(found.branch.level))
    .length;
}
