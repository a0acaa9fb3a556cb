/** The panels that all editors have, and which panels a target gets. */
import { getLevel } from "../model/structure";
import type { EditorPanel, EditorRegistry, PanelTarget } from "../registry";
import { ConditionPanel } from "./condition-panel";
import { FieldsPanel } from "./fields-panel";

const SETTINGS_PANEL: EditorPanel = {
  name: "settings",
  textKey: "tree.panel.settings",
  appliesTo: (target) =>
    target.type === "document" || (target.kind?.fields.some(({ tab }) => tab === "settings") ?? false),
  Panel: (props) => <FieldsPanel {...props} tab="settings" />,
};

const APPEARANCE_PANEL: EditorPanel = {
  name: "look",
  textKey: "tree.panel.look",
  appliesTo: (target) => target.type !== "root" || (target.kind?.fields.some(({ tab }) => tab === "look") ?? false),
  Panel: (props) => <FieldsPanel {...props} tab="look" />,
};

export interface AppliedPanel {
  readonly panel: EditorPanel;
  readonly targets: readonly PanelTarget[];
}

/** The panels of these targets in the order of the registry, each with the targets it applies to; never empty. */
export function listPanels(registry: EditorRegistry, targets: readonly PanelTarget[]): readonly AppliedPanel[] {
  const who: EditorPanel = {
    name: "who",
    textKey: "tree.panel.who",
    appliesTo: (target) =>
      target.type === "node" && (getLevel(registry.structure, target.kind.level)?.hasConditions ?? false),
    Panel: ConditionPanel,
  };
  return [SETTINGS_PANEL, APPEARANCE_PANEL, who, ...(registry.panels ?? [])].flatMap((panel) => {
    const applied = targets.filter((target) => panel.appliesTo(target));
    return applied.length > 0 ? [{ panel, targets: applied }] : [];
  });
}
