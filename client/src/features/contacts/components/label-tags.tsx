import { useTranslation } from "@/lib/i18n/translation";
import { LabelTag, type TaggedLabel } from "./label-tag";
import classes from "./label-tag.module.css";

interface Props {
  readonly labels: readonly TaggedLabel[];
  /** Maximum number of tags; a tooltip names the rest. Without it, all tags are shown and wrap. */
  readonly most?: number;
}

export function LabelTags({ labels, most }: Props) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  const shown = labels.slice(0, most ?? labels.length);
  const rest = labels.slice(shown.length);
  return (
    <ul className={classes.list} data-wrap={most === undefined || undefined} aria-label={t("contacts.labels")}>
      {shown.map((label) => (
        <li key={label.id}>
          <LabelTag label={label} />
        </li>
      ))}
      {rest.length > 0 ? (
        <li className={classes.more} title={rest.map(({ name }) => name).join(", ")}>
          +{rest.length}
        </li>
      ) : null}
    </ul>
  );
}
