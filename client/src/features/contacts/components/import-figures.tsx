import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import classes from "./import-progress.module.css";

interface Props {
  readonly added: number;
  readonly updated: number;
  readonly failed: number;
  /** Other words than those of what has been done. */
  readonly words?: Readonly<Record<"added" | "updated" | "failed", string>>;
}

/** What became of the rows of an import, or would become. */
export function ImportFigures({ words, ...figures }: Props) {
  const { t } = useTranslation();
  const named = words ?? { added: t("contacts.added"), updated: t("contacts.updated"), failed: t("contacts.setAside") };
  return (
    <dl className={classes.figures}>
      {(["added", "updated", "failed"] as const).map((kind) => (
        <div key={kind} data-kind={kind}>
          <dt>{named[kind]}</dt>
          <dd>{integer(figures[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}
