import { IconDots, IconLock } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { useNode, useSnapshot } from "../../collab/store/use-store";
import classes from "../../inspector/controls/panel.module.css";
import { toggleLock } from "../acts";
import { type Editor, useEditor, useShownRoot } from "../editor";
import { FindingsList } from "../findings/findings-parts";
import { iconOf, labelOf, NODE_COMMANDS } from "../keyboard/commands";
import { isLocked } from "../locks";
import type { EditorPanel, PanelTarget } from "../registry";
import { panelsFor } from "./panels";
import { Trail } from "./trail";

/** The panels of the selected node, or of the document and its shown root when nothing is selected. */
export function Panel() {
  const { actor } = useEditor();
  const selected = useSelector(actor, ({ context }) => context.selected);
  return (
    <div className={classes.panel}>
      {selected === null ? <WholePanel /> : <NodePanel key={selected} id={selected} />}
    </div>
  );
}

function WholePanel() {
  const editor = useEditor();
  const { editing, registry, store, t } = editor;
  const root = useShownRoot(editor);
  const kind = registry.roots.get(useSnapshot(store).rootSettings.get(root)?.kind ?? "");
  return (
    <Frame
      title={t(composedKey(`${registry.texts}.whole`))}
      targets={[{ type: "root", id: root, kind }, { type: "document" }]}
      isDisabled={editing.isViewed ?? false}
    >
      <FindingsList ids={["", root]} />
    </Frame>
  );
}

function NodePanel({ id }: { readonly id: string }) {
  const editor = useEditor();
  const { registry, store, editing, t } = editor;
  const node = useNode(store, id);
  const snapshot = useSnapshot(store);
  const kind = registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return <WholePanel />;
  const isClosed = isLocked(editing, snapshot, id);
  return (
    <Frame
      title={t(composedKey(`${registry.texts}.kinds.${kind.name}.name`))}
      icon={<kind.icon size={16} stroke={1.7} />}
      targets={[{ type: "node", id, kind }]}
      isDisabled={isClosed}
      more={<More id={id} />}
      foot={<Trail id={id} />}
    >
      <FindingsList ids={[id]} />
      {isClosed && !editing.isViewed ? (
        <div className={classes.locked} role="status">
          <IconLock size={16} stroke={1.7} aria-hidden="true" />
          <p>{t(node.isLocked ? "tree.panel.locked" : "tree.panel.lockedAbove")}</p>
          {node.isLocked ? (
            <PlainButton onClick={() => toggleLock(editor, id)}>{t("tree.commands.lockOff")}</PlainButton>
          ) : null}
        </div>
      ) : null}
    </Frame>
  );
}

function More({ id }: { readonly id: string }) {
  const editor = useEditor();
  const { t } = editor;
  return (
    <ActionMenu
      trigger={
        <IconButton size="row" label={t("tree.panel.more")}>
          <IconDots size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      }
      items={() => itemsFor(editor, id)}
    />
  );
}

function itemsFor(editor: Editor, id: string) {
  return NODE_COMMANDS.filter((command) => command.isAvailable(editor, id)).map((command) => ({
    id: command.name,
    label: editor.t(labelOf(command, editor, id)),
    icon: iconOf(command, editor, id),
    isDangerous: command.isDangerous ?? false,
    onClick: () => command.perform(editor, id),
  }));
}

interface FrameProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly targets: readonly PanelTarget[];
  readonly isDisabled: boolean;
  readonly more?: ReactNode;
  readonly foot?: ReactNode;
  /** Shown above the chosen panel. */
  readonly children?: ReactNode;
}

function Frame({ title, icon, targets, isDisabled, more, foot, children }: FrameProps) {
  const { registry, t } = useEditor();
  const id = useId();
  const [chosen, choose] = useState("");
  const applied = panelsFor(registry, targets);
  const at = Math.max(
    0,
    applied.findIndex(({ panel }) => panel.name === chosen),
  );
  const open = applied[at];
  if (!open) return null;
  const { panel } = open;
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const last = applied.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const next = to === undefined ? undefined : applied[to]?.panel.name;
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  const label = (each: EditorPanel) => t(composedKey(each.textKey));
  return (
    <>
      <header className={classes.title}>
        {icon}
        <h2>{title}</h2>
        {more}
      </header>
      <div
        className={classes.tabs}
        role="tablist"
        aria-label={t("tree.panel.tabs", { name: title })}
        onKeyDown={onKeyDown}
      >
        {applied.map(({ panel: each }) => (
          <button
            key={each.name}
            id={`${id}-${each.name}`}
            type="button"
            role="tab"
            data-tab={each.name}
            aria-selected={each === panel}
            aria-controls={`${id}-panel`}
            tabIndex={each === panel ? 0 : -1}
            onClick={() => choose(each.name)}
          >
            {each.icon ? <each.icon size={14} stroke={1.7} /> : null}
            {label(each)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={classes.body} role="tabpanel" aria-labelledby={`${id}-${panel.name}`}>
        {children}
        <fieldset className={classes.all} disabled={isDisabled} aria-label={label(panel)}>
          {open.targets.map((target) => (
            <panel.Panel key={`${panel.name} ${target.type}`} target={target} />
          ))}
        </fieldset>
      </div>
      {foot}
    </>
  );
}
