import { useContext } from "react";
import { nameOf, useEditor } from "../editor";
import { useNode } from "../store/use-store";
import { BesideContext } from "./draw-context";
import classes from "./node-box.module.css";
import { NodeToolbar } from "./node-toolbar";

interface Props {
  readonly id: string;
  readonly mark: string;
}

/** What stands around a node: its name, what can be done with it, who else has it, what is said about it. */
export function NodeChrome({ id, mark }: Props) {
  const editor = useEditor();
  const { others, comments } = useContext(BesideContext);
  const node = useNode(editor.store, id);
  const here = others.filter((other) => other.node === id);
  const talks = comments.get(id) ?? 0;
  const [first] = here;
  const isNamed = mark === "selected" || mark === "lifted" || mark === "writing";
  return (
    <>
      {first && !isNamed ? (
        <span className={classes.other} style={{ "--other": first.colour } as React.CSSProperties}>
          <span className={classes.tag}>{here.map(({ name }) => name).join(", ")}</span>
        </span>
      ) : null}
      {isNamed || mark === "hovered" ? (
        <span className={classes.chrome} contentEditable={false}>
          {isNamed ? <span className={classes.tag}>{nameOf(editor, id)}</span> : null}
          {mark === "selected" ? <NodeToolbar id={id} /> : null}
        </span>
      ) : null}
      {node?.condition || node?.isLocked || talks > 0 ? (
        <span className={classes.pins} contentEditable={false}>
          {node?.condition ? <span className={classes.pin}>{editor.t("builder.outline.conditional")}</span> : null}
          {node?.isLocked ? <span className={classes.pin}>{editor.t("builder.outline.locked")}</span> : null}
          {talks > 0 ? (
            <button
              type="button"
              className={classes.talks}
              aria-label={`${editor.t("builder.commands.comment")}: ${talks}`}
              onClick={() => editor.comment?.(id)}
            >
              {talks}
            </button>
          ) : null}
        </span>
      ) : null}
    </>
  );
}
