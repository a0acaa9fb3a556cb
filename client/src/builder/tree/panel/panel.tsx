import { IconDots, IconLock } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { useGlobals, useNode, useSnapshot } from "../../collab/store/use-store";
import type { Settings } from "../../collab/values";
import { WhoTab } from "../../inspector/conditions/who-tab";
import classes from "../../inspector/controls/panel.module.css";
import { Fields } from "../../inspector/fields";
import { valuesOf } from "../../inspector/schema";
import { toggleLock } from "../acts";
import { setCondition } from "../commands/marks";
import { type Editor, useEditor } from "../editor";
import { iconOf, labelOf, NODE_COMMANDS } from "../keyboard/commands";
import { isLocked } from "../locks";
import { levelOf } from "../model/structure";
import { drawnSettings } from "../registry";
import { changeOf } from "./change";
import { Trail } from "./trail";

const TABS = ["settings", "look", "who"] as const;
type Tab = (typeof TABS)[number];

/** The settings of what is selected, or of the whole when nothing is. */
export function Panel() {
  const { actor, registry, store } = useEditor();
  const selected = useSelector(actor, ({ context }) => context.selected);
  const stored = useGlobals(store);
  const globals = useMemo(() => valuesOf(registry.globals, stored), [registry, stored]);
  return (
    <div className={classes.panel}>
      {selected === null ? (
        <WholePanel globals={globals} />
      ) : (
        <NodePanel key={selected} id={selected} globals={globals} />
      )}
    </div>
  );
}

function WholePanel({ globals }: { readonly globals: Settings }) {
  const editor = useEditor();
  const { editing, registry, t } = editor;
  const [tab, setTab] = useState<Tab>("settings");
  const name = t(composedKey(`${registry.texts}.whole`));
  return (
    <Frame title={name} tabs={["settings", "look"]} tab={tab} onTab={setTab}>
      {tab === "who" ? null : (
        <fieldset className={classes.all} disabled={editing.isViewed} aria-label={t(`tree.panel.${tab}`)}>
          <Fields
            fields={registry.globalFields}
            tab={tab}
            settings={globals}
            globals={globals}
            onChange={changeOf(editor, null)}
          />
        </fieldset>
      )}
    </Frame>
  );
}

function NodePanel({ id, globals }: { readonly id: string; readonly globals: Settings }) {
  const editor = useEditor();
  const { registry, store, editing, t } = editor;
  const node = useNode(store, id);
  const snapshot = useSnapshot(store);
  const kind = registry.kinds.get(node?.kind ?? "");
  const [wanted, setTab] = useState<Tab>("settings");
  if (!node || !kind) return <WholePanel globals={globals} />;
  const settings = drawnSettings(kind, node.settings);
  const hasSettings = kind.fields.some((field) => field.tab === "settings");
  const tabs = TABS.filter((each) =>
    each === "who" ? levelOf(registry.structure, kind.level)?.hasConditions : each === "look" || hasSettings,
  );
  const tab = tabs.includes(wanted) ? wanted : "look";
  const isClosed = isLocked(editing, snapshot, id);
  return (
    <Frame
      title={t(composedKey(`${registry.texts}.kinds.${kind.name}.name`))}
      icon={<kind.icon size={16} stroke={1.7} />}
      tabs={tabs}
      tab={tab}
      onTab={setTab}
      more={<More id={id} />}
      foot={<Trail id={id} />}
    >
      {isClosed && !editing.isViewed ? (
        <div className={classes.locked} role="status">
          <IconLock size={16} stroke={1.7} aria-hidden="true" />
          <p>{t(node.isLocked ? "tree.panel.locked" : "tree.panel.lockedAbove")}</p>
          {node.isLocked ? (
            <PlainButton onClick={() => toggleLock(editor, id)}>{t("tree.commands.lockOff")}</PlainButton>
          ) : null}
        </div>
      ) : null}
      <fieldset className={classes.all} disabled={isClosed} aria-label={t(`tree.panel.${tab}`)}>
        {tab === "who" ? (
          <WhoTab stored={node.condition} onChange={(next) => setCondition(editing, id, next)} />
        ) : (
          <Fields
            fields={kind.fields}
            tab={tab}
            settings={settings}
            globals={globals}
            contrast={kind.contrast?.(settings, globals)}
            onChange={changeOf(editor, id)}
          />
        )}
      </fieldset>
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
  readonly icon?: React.ReactNode;
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly more?: React.ReactNode;
  readonly foot?: React.ReactNode;
  readonly children: React.ReactNode;
}

function Frame({ title, icon, tabs, tab, onTab, more, foot, children }: FrameProps) {
  const { t } = useEditor();
  const id = useId();
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = by === 0 ? undefined : tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
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
        {tabs.map((each) => (
          <button
            key={each}
            id={`${id}-${each}`}
            type="button"
            role="tab"
            data-tab={each}
            aria-selected={each === tab}
            aria-controls={`${id}-panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => onTab(each)}
          >
            {t(`tree.panel.${each}`)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={classes.body} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
      {foot}
    </>
  );
}
