import { IconBraces } from "@tabler/icons-react";
import type { RefObject } from "react";
import { insertText } from "@/lib/text-insert";
import { ActionMenu } from "@/ui/components/action-menu";
import { useInspector } from "../inspector";
import classes from "./panel.module.css";

interface Props {
  readonly box: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  /** Name of the field, for screen readers. */
  readonly target: string;
}

/** A menu that inserts a merge tag at the caret. */
export function TagInsert({ box, target }: Props) {
  const { tags, t } = useInspector();
  if (tags.length === 0) return null;
  function insert(tag: string): void {
    // The menu gives the focus back to its button first.
    requestAnimationFrame(() => box.current && insertText(box.current, `{{ ${tag} }}`));
  }
  return (
    <ActionMenu
      width={220}
      items={tags.map(({ tag, label }) => ({ id: tag, label, onClick: () => insert(tag) }))}
      trigger={
        <button
          type="button"
          className={classes.insert}
          title={t("terms.insertMergeTag")}
          aria-label={`${t("terms.insertMergeTag")}: ${target}`}
        >
          <IconBraces size={14} stroke={1.9} aria-hidden="true" />
        </button>
      }
    />
  );
}
