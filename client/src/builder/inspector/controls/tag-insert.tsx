import { IconBraces } from "@tabler/icons-react";
import type { RefObject } from "react";
import { ActionMenu } from "@/ui/components/action-menu";
import { useInspector } from "../inspector";
import { withMailTags } from "../rich/tag-name";
import classes from "./panel.module.css";

interface Props {
  readonly box: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  /** What it goes into, for who hears the page. */
  readonly target: string;
  readonly onChange: (value: string) => void;
}

/** Puts a field of the contact where the caret is. */
export function TagInsert({ box, target, onChange }: Props) {
  const { tags, t } = useInspector();
  if (tags.length === 0) return null;
  function insert(tag: string): void {
    const { current } = box;
    if (!current) return;
    const start = current.selectionStart ?? current.value.length;
    const end = current.selectionEnd ?? start;
    onChange(`${current.value.slice(0, start)}{{ ${tag} }}${current.value.slice(end)}`);
    current.focus();
  }
  return (
    <ActionMenu
      width={220}
      items={withMailTags(tags, t).map(({ tag, label }) => ({ id: tag, label, onClick: () => insert(tag) }))}
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
