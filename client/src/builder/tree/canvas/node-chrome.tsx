import { useContext } from "react";
import { useNode } from "../../collab/store/use-store";
import { CommentCount } from "../../screen/comment-count";
import { getNodeName, useEditor } from "../editor";
import { useFindingsForNode } from "../findings/findings-context";
import { FindingsIcon } from "../findings/findings-parts";
import classes from "./node-box.module.css";
import { DecorationsContext } from "./render-context";

interface Props {
  readonly id: string;
  readonly mark: string;
}

/** The marks around a node: its name, the other users who have selected it, and its comments. */
export function NodeChrome({ id, mark }: Props) {
  const editor = useEditor();
  const { others, comments } = useContext(DecorationsContext);
  const node = useNode(editor.store, id);
  const here = others.filter((other) => other.node === id);
  const talks = comments.get(id) ?? 0;
  const hasFindings = useFindingsForNode(id).length > 0;
  const [first] = here;
  const isOwn = mark === "selected" || mark === "lifted" || mark === "writing";
  return (
    <>
      {first && !isOwn ? (
        <span className={classes.other} style={{ "--other": first.colour } as React.CSSProperties}>
          <span className={classes.tag}>{here.map(({ name }) => name).join(", ")}</span>
        </span>
      ) : null}
      {isOwn && mark !== "selected" ? (
        <span className={classes.chrome} contentEditable={false}>
          <span className={classes.tag}>{getNodeName(editor, id)}</span>
        </span>
      ) : null}
      {node?.condition || node?.isLocked || talks > 0 || hasFindings ? (
        <span className={classes.pins} contentEditable={false}>
          {hasFindings ? (
            <span className={classes.pin}>
              <FindingsIcon id={id} />
            </span>
          ) : null}
          {node?.condition ? <span className={classes.pin}>{editor.t("tree.outline.conditional")}</span> : null}
          {node?.isLocked ? <span className={classes.pin}>{editor.t("tree.outline.locked")}</span> : null}
          <CommentCount
            label={editor.t("tree.commands.comment")}
            count={talks}
            className={classes.talks}
            onClick={() => editor.comment?.(id)}
          />
        </span>
      ) : null}
    </>
  );
}
