import { useContext } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { InspectorContext } from "../inspector";
import classes from "./rich.module.css";
import { formatTagName } from "./tag-name";

const NO_TAGS = [] as const;

/** The label of a merge tag: its field and fallback text. */
export function MergeTagLabel({ source }: { readonly source: string }) {
  const { t } = useTranslation();
  const tags = useContext(InspectorContext)?.tags ?? NO_TAGS;
  return (
    <span className={classes.tag} data-merge-tag="">
      {formatTagName(source, tags, t)}
    </span>
  );
}
