import { useSelector } from "@xstate/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useNode, useSnapshot } from "../../collab/store/use-store";
import { walkToolbar } from "../../inspector/walk-toolbar";
import { type Editor, useEditor } from "../editor";
import { iconOf, labelOf, NODE_COMMANDS, type NodeCommand } from "../keyboard/commands";
import { namesOf, targetsOf } from "../selection";
import { dragSource } from "./drag-source";
import { nodeElement } from "./mark-rects";
import classes from "./node-toolbar.module.css";

interface Props {
  /** The primary node. */
  readonly id: string;
  readonly desk: RefObject<HTMLElement | null>;
}

/** The commands of the selected nodes, with one stop for Tab. By the first of its buttons they are also dragged. */
export function NodeToolbar({ id, desk }: Props) {
  const editor = useEditor();
  useNode(editor.store, id);
  useSnapshot(editor.store);
  const bar = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  useSelector(editor.actor, ({ context }) => context.selection);
  const ids = targetsOf(editor, id);
  const name = namesOf(editor, ids);
  const commands = commandsFor(editor, ids);
  const tabStop = commands.find(({ name }) => name === focused) ?? commands[0];

  useEffect(() => {
    const grip = bar.current?.querySelector<HTMLElement>("[data-grip]");
    if (!grip) return;
    return dragSource(editor, id, {
      element: grip,
      preview: () => desk.current && nodeElement(desk.current, id),
    });
  }, [editor, id, desk]);

  return (
    <div
      ref={bar}
      className={classes.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={editor.t("tree.commands.toolbar", { name })}
      // Between its buttons nothing is selected.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => walkToolbar(event, () => desk.current?.focus())}
    >
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
      {commands.map((command) => {
        const Icon = iconOf(command, editor, ids);
        const label = editor.t(labelOf(command, editor, ids));
        const isOff = !command.isAvailable(editor, ids);
        return (
          <button
            key={command.name}
            type="button"
            aria-label={label}
            title={label}
            aria-disabled={isOff || undefined}
            tabIndex={command === tabStop ? 0 : -1}
            onFocus={() => setFocused(command.name)}
            data-danger={command.isDangerous || undefined}
            data-grip={command.name === "move" || undefined}
            onClick={() => {
              if (!isOff) command.perform(editor, ids);
            }}
          >
            <Icon size={16} stroke={1.7} />
          </button>
        );
      })}
    </div>
  );
}

/** To who looks at it alone nothing is offered that changes it. */
function commandsFor(editor: Editor, ids: readonly string[]): readonly NodeCommand[] {
  if (editor.editing.isViewed) return NODE_COMMANDS.filter(({ isAvailable }) => isAvailable(editor, ids));
  const offered = NODE_COMMANDS.filter(({ isOffered }) => isOffered?.(editor) ?? true);
  return offered.filter(({ name }) => name !== "comment" || ids.length === 1);
}
