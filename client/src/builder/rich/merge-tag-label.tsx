import { useTranslation } from "react-i18next";
import classes from "./rich.module.css";
import { readTag } from "./tag-source";

/** A merge tag as people see it: its field, and what stands where there is none. */
export function MergeTagLabel({ source }: { readonly source: string }) {
  const { t } = useTranslation();
  const tag = readTag(source);
  const words = tag?.fallback
    ? t("together.tags.withDefault", { field: tag.field, words: tag.fallback })
    : (tag?.field ?? source);
  return (
    <span className={classes.tag} data-merge-tag="">
      {words}
    </span>
  );
}
