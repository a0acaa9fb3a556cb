import { useTranslation } from "@/lib/i18n/translation";
import type { Writer } from "../presence/writing";
import classes from "./comments.module.css";

interface Props {
  readonly writers: readonly Writer[];
  readonly thread: string;
}

/** Shows who is writing in a thread. Its space is reserved, so that nothing moves when it appears. */
export function WritingIndicator({ writers, thread }: Props) {
  const { t } = useTranslation();
  const [first, second, ...rest] = writers.filter((writer) => writer.thread === thread);
  if (!first) return null;
  const words = !second
    ? t("collab.comments.writing", { name: first.name })
    : rest.length === 0
      ? t("collab.comments.writingTwo", { name: first.name, other: second.name })
      : t("collab.comments.writingMany", { count: rest.length + 2 });
  return (
    <span className={classes.writing} title={words}>
      {words}
    </span>
  );
}
