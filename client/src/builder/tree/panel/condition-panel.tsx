import { useNode } from "../../collab/store/use-store";
import { ConditionEditor } from "../../inspector/conditions/condition-editor";
import { setCondition } from "../commands/marks";
import { useEditor } from "../editor";
import type { PanelProps } from "../registry";

/** The condition under which a node is shown. */
export function ConditionPanel({ target }: PanelProps) {
  const { editing, store, t } = useEditor();
  const id = target.type === "node" ? target.id : "";
  const node = useNode(store, id);
  return (
    <ConditionEditor
      stored={node?.condition}
      label={t("tree.condition.choice")}
      help={t("tree.condition.help")}
      onChange={(next) => setCondition(editing, id, next)}
    />
  );
}
