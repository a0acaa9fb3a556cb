/** The panels that all editors have, and which panels a target gets. */
import { levelOf } from "../model/structure";
import type { EditorPanel, EditorRegistry, PanelTarget } from "../registry";
import { ConditionPanel } from "./condition-panel";
import { FieldsPanel } from "./fields-panel";

const SETTINGS: EditorPanel = {
  name: "settings",
  textKey: "tree.panel.settings",
  appliesTo: (target) =>
    target.type === "document" || (target.type === "node" && target.kind.fields.some(({ tab }) => tab === "settings")),
  Panel: ({ target }) => <FieldsPanel target={target} tab="settings" />,
};

const LOOK: EditorPanel = {
  name: "look",
  textKey: "tree.panel.look",
  appliesTo: ({ type }) => type !== "root",
  Panel: ({ target }) => <FieldsPanel target={target} tab="look" />,
};

export interface AppliedPanel {
  readonly panel: EditorPanel;
  readonly target: PanelTarget;
}

/** The panels of these targets in the order of the registry, each with its first target; never empty. */
export function panelsFor(registry: EditorRegistry, targets: readonly PanelTarget[]): readonly AppliedPanel[] {
  const who: EditorPanel = {
    name: "who",
    textKey: "tree.panel.who",
    appliesTo: (target) =>
      target.type === "node" && (levelOf(registry.structure, target.kind.level)?.hasConditions ?? false),
    Panel: ConditionPanel,
  };
  return [SETTINGS, LOOK, who, ...(registry.panels ?? [])].flatMap((panel) => {
    const target = targets.find((each) => panel.appliesTo(each));
    return target ? [{ panel, target }] : [];
  });
}
