import { useSelector } from "@xstate/react";
import { type RefObject, useEffect, useRef } from "react";
import { useNode, useSnapshot } from "../../collab/store/use-store";
import { CommandToolbar } from "../../screen/command-toolbar";
import { type Editor, useEditor } from "../editor";
import { getCommandIcon, getCommandLabel, NODE_COMMANDS, type NodeCommand } from "../keyboard/commands";
import { formatNames, getTargetIds } from "../selection";
import { registerDragSource } from "./drag-source";
import classes from "./node-toolbar.module.css";
import { findNodeElement } from "./position-rects";

interface Props {
  /** The primary node. */
  readonly id: string;
  readonly desk: RefObject<HTMLElement | null>;
}

/** The commands of the selected nodes, which are also dragged by the button of the move command. */
export function NodeToolbar({ id, desk }: Props) {
  const editor = useEditor();
  useNode(editor.store, id);
  useSnapshot(editor.store);
  const bar = useRef<HTMLDivElement>(null);
  useSelector(editor.actor, ({ context }) => context.selection);
  const ids = getTargetIds(editor, id);
  const name = formatNames(editor, ids);

  useEffect(() => {
    const grip = bar.current?.querySelector<HTMLElement>("[data-grip]");
    if (!grip) return;
    return registerDragSource(editor, id, {
      element: grip,
      preview: () => desk.current && findNodeElement(desk.current, id),
    });
  }, [editor, id, desk]);

  return (
    <CommandToolbar
      bar={bar}
      className={classes.bar}
      label={editor.t("tree.commands.toolbar", { name })}
      commands={listCommands(editor, ids).map((command) => ({
        name: command.name,
        label: editor.t(getCommandLabel(command, editor, ids)),
        icon: getCommandIcon(command, editor, ids),
        isOff: !command.isAvailable(editor, ids),
        isDangerous: command.isDangerous,
        isGrip: command.name === "move",
        perform: () => command.perform(editor, ids),
      }))}
      onLeave={() => desk.current?.focus()}
    >
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
    </CommandToolbar>
  );
}

/** The commands to show. Viewers only get those that change nothing. */
function listCommands(editor: Editor, ids: readonly string[]): readonly NodeCommand[] {
  if (editor.editing.isViewed) return NODE_COMMANDS.filter(({ isAvailable }) => isAvailable(editor, ids));
  const offered = NODE_COMMANDS.filter(({ isOffered }) => isOffered?.(editor) ?? true);
  return offered.filter(({ name }) => name !== "comment" || ids.length === 1);
}
