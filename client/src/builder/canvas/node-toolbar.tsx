import { useLayoutEffect, useRef } from "react";
import { type Editor, nameOf, useEditor } from "../editor";
import { iconOf, labelOf, NODE_COMMANDS, type NodeCommand } from "../keyboard/commands";
import { useNode, useSnapshot } from "../store/use-store";
import classes from "./node-toolbar.module.css";

/** What can be done with the selected node. The first of its buttons is also where it is dragged by. */
export function NodeToolbar({ id }: { readonly id: string }) {
  const editor = useEditor();
  useNode(editor.store, id);
  useSnapshot(editor.store);
  const bar = useRef<HTMLDivElement>(null);

  // At the left edge of its node, but never beyond the surface: there it ends at the right edge.
  useLayoutEffect(() => {
    const { current } = bar;
    const surface = current?.closest("[data-surface]");
    const box = current?.closest("[data-node]");
    if (!current || !surface || !box) return;
    const room = surface.getBoundingClientRect().right - box.getBoundingClientRect().left;
    current.dataset.from = current.getBoundingClientRect().width > room ? "end" : "start";
  });

  return (
    <span
      ref={bar}
      className={classes.bar}
      role="toolbar"
      aria-label={editor.t("builder.commands.toolbar", { name: nameOf(editor, id) })}
    >
      {commandsFor(editor, id).map((command) => {
        const Icon = iconOf(command, editor, id);
        const label = editor.t(labelOf(command, editor, id));
        const isOff = !command.isAvailable(editor, id);
        return (
          <button
            key={command.name}
            type="button"
            aria-label={label}
            title={label}
            aria-disabled={isOff || undefined}
            data-danger={command.isDangerous || undefined}
            data-grip={command.name === "move" || undefined}
            onClick={(event) => {
              event.stopPropagation();
              if (!isOff) command.perform(editor, id);
            }}
          >
            <Icon size={16} stroke={1.7} />
          </button>
        );
      })}
    </span>
  );
}

/** To who looks at it alone nothing is offered that changes it. */
function commandsFor(editor: Editor, id: string): readonly NodeCommand[] {
  if (editor.editing.isViewed) return NODE_COMMANDS.filter(({ isAvailable }) => isAvailable(editor, id));
  return NODE_COMMANDS.filter(({ name }) => name !== "comment" || editor.comment);
}
