import { NodeToolbar, Position } from "@xyflow/react";
import { CommandToolbar } from "../../screen/command-toolbar";
import { getNodeName, useGraphEditor } from "../editor";
import { GRAPH_COMMANDS } from "../keyboard/commands";

/** The commands of the selected node. */
export function SelectionToolbar({ id }: { readonly id: string }) {
  const editor = useGraphEditor();
  const { t } = editor;
  const commands = GRAPH_COMMANDS.filter(({ isAvailable }) => isAvailable(editor));
  if (commands.length === 0) return null;
  return (
    <NodeToolbar nodeId={id} isVisible position={Position.Right} align="start" offset={12}>
      <CommandToolbar
        label={t("ui.rowActions", { name: getNodeName(editor, id) })}
        commands={commands.map(({ name, icon, isDangerous, perform }) => ({
          name,
          label: t(`graph.commands.${name}`),
          icon,
          isDangerous,
          perform: () => perform(editor),
        }))}
        onLeave={() => focusNode(id)}
      />
    </NodeToolbar>
  );
}

function focusNode(id: string): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus();
}
