import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import { useGlobals, useNode, useSnapshot } from "../../collab/store/use-store";
import type { Plain, Settings as Values } from "../../collab/values";
import { ConditionEditor } from "../../inspector/conditions/condition-editor";
import classes from "../../inspector/controls/panel.module.css";
import { Fields } from "../../inspector/fields";
import { buildGroupStarts, type Field, resolveValues } from "../../inspector/schema";
import { CommandMenu } from "../../screen/command-menu";
import { updateNode } from "../commands/nodes";
import { setCondition, updateGlobals } from "../commands/settings";
import { getKindName, useGraphEditor } from "../editor";
import { GRAPH_COMMANDS } from "../keyboard/commands";
import { listFindings } from "../model/findings";
import { getLevel } from "../model/structure";
import { Connections } from "./connections";
import { FindingsList } from "./findings-list";
import lists from "./lists.module.css";

/** The settings and connections of the selected node, or those of the whole document. */
export function GraphPanel() {
  const { actor, store } = useGraphEditor();
  const selected = useSelector(actor, ({ context }) => context.selected);
  const { nodes } = useSnapshot(store);
  const chosen = selected.filter((id) => nodes.has(id));
  const [id] = chosen;
  return (
    <div className={classes.panel} data-panel>
      {id === undefined ? (
        <DocumentPanel />
      ) : chosen.length > 1 ? (
        <ManyPanel ids={chosen} />
      ) : (
        <NodePanel key={id} id={id} />
      )}
    </div>
  );
}

interface FrameProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, icon, more, children }: FrameProps) {
  return (
    <>
      <header className={classes.title}>
        {icon}
        <h2>{title}</h2>
        {more}
      </header>
      <div className={classes.body}>{children}</div>
    </>
  );
}

function DocumentPanel() {
  const { editing, registry, store, t } = useGraphEditor();
  const stored = useGlobals(store);
  const globals = resolveValues(registry.globals, stored);
  return (
    <Frame title={t(toTextKey(`${registry.texts}.whole`))}>
      {registry.globalFields.length > 0 ? (
        <Settings
          fields={registry.globalFields}
          settings={globals}
          globals={globals}
          onChange={(name, value) => updateGlobals(editing, { [name]: value }, buildGroupStarts(registry.globals))}
        />
      ) : null}
      <FindingsList />
    </Frame>
  );
}

function ManyPanel({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useGraphEditor();
  return (
    <Frame title={t("graph.steps", { count: ids.length })} more={<MoreMenu />}>
      <p className={classes.note}>{t("graph.panel.many")}</p>
    </Frame>
  );
}

function NodePanel({ id }: { readonly id: string }) {
  const editor = useGraphEditor();
  const { editing, registry, store, t } = editor;
  const node = useNode(store, id);
  const globals = useGlobals(store);
  const now = useSnapshot(store);
  const kind = registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return <DocumentPanel />;
  const problems = listFindings(now).filter((finding) => finding.node === id);
  return (
    <Frame title={getKindName(editor, kind.name)} icon={<kind.icon size={16} stroke={1.7} />} more={<MoreMenu />}>
      {kind.fields.length > 0 ? (
        <Settings
          fields={kind.fields}
          settings={resolveValues(kind.schema, node.settings)}
          globals={resolveValues(registry.globals, globals)}
          onChange={(name, value) => updateNode(editing, id, { [name]: value }, buildGroupStarts(kind.schema))}
        />
      ) : null}
      {getLevel(registry.structure, kind.level)?.hasConditions ? (
        <section className={lists.section} aria-label={t("graph.panel.condition")}>
          <h3>{t("graph.panel.condition")}</h3>
          <fieldset className={classes.all} disabled={editing.isViewed ?? false}>
            <ConditionEditor
              stored={node.condition}
              label={t("graph.panel.condition")}
              help={t("graph.panel.conditionHelp")}
              onChange={(next) => setCondition(editing, id, next)}
            />
          </fieldset>
        </section>
      ) : null}
      <Connections id={id} problems={problems} />
    </Frame>
  );
}

interface SettingsProps {
  readonly fields: readonly Field[];
  readonly settings: Values;
  readonly globals: Values;
  readonly onChange: (name: string, value: Plain) => void;
}

/** The settings of all tabs, in the order of the schema. */
function Settings({ fields, ...rest }: SettingsProps) {
  const { editing, t } = useGraphEditor();
  const tabs = [...new Set(fields.map(({ tab }) => tab))];
  return (
    <fieldset className={classes.all} disabled={editing.isViewed ?? false} aria-label={t("words.settings")}>
      {tabs.map((tab) => (
        <Fields key={tab} fields={fields} tab={tab} {...rest} />
      ))}
    </fieldset>
  );
}

function MoreMenu() {
  const editor = useGraphEditor();
  const { t } = editor;
  return (
    <CommandMenu
      label={t("graph.panel.more")}
      items={() =>
        GRAPH_COMMANDS.filter(({ isAvailable }) => isAvailable(editor)).map(({ name, icon, isDangerous, perform }) => ({
          id: name,
          label: t(`graph.commands.${name}`),
          icon,
          isDangerous: isDangerous ?? false,
          onClick: () => perform(editor),
        }))
      }
    />
  );
}
