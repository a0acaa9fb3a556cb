import { NodeToolbar, Position } from "@xyflow/react";
import { walkToolbar } from "../../inspector/walk-toolbar";
import { nameOf, useGraphEditor } from "../editor";
import { GRAPH_COMMANDS } from "../keyboard/commands";
import classes from "./canvas.module.css";

/** The commands of the selected node. */
export function SelectionToolbar({ id }: { readonly id: string }) {
  const editor = useGraphEditor();
  const { t } = editor;
  const commands = GRAPH_COMMANDS.filter(({ isAvailable }) => isAvailable(editor));
  if (commands.length === 0) return null;
  return (
    <NodeToolbar nodeId={id} isVisible position={Position.Right} align="start" offset={12}>
      <div
        className={classes.toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={t("ui.rowActions", { name: nameOf(editor, id) })}
        onKeyDown={(event) => walkToolbar(event, () => undefined)}
      >
        {commands.map(({ name, icon: Icon, isDangerous, perform }) => (
          <button
            key={name}
            type="button"
            aria-label={t(`graph.commands.${name}`)}
            title={t(`graph.commands.${name}`)}
            data-danger={isDangerous || undefined}
            onClick={() => perform(editor)}
          >
            <Icon size={16} stroke={1.7} />
          </button>
        ))}
      </div>
    </NodeToolbar>
  );
}
