import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import classes from "./import-figures.module.css";

interface Props {
  /** Undefined until they are counted. */
  readonly added: number | undefined;
  readonly updated: number | undefined;
  readonly failed: number | undefined;
  /** Rows of contacts that were left as they were, and rows that were left out by choice. */
  readonly skipped?: number;
  readonly leftOut?: number;
  /** Rows that were taken without a value that can't be read. */
  readonly emptied?: number;
  /** Other words than those of what has been done. */
  readonly words?: Readonly<Record<"added" | "updated" | "failed", string>>;
}

/** What became of the rows of an import, or would become. */
export function ImportFigures({ words, skipped = 0, leftOut = 0, emptied = 0, ...figures }: Props) {
  const { t } = useTranslation();
  // Their words come with the pages of the import, which are where these rows are told of.
  const others = [
    { kind: "skipped", count: skipped },
    { kind: "leftOut", count: leftOut },
    { kind: "emptied", count: emptied },
  ].filter(({ count }) => count > 0);
  const named = words ?? { added: t("contacts.added"), updated: t("contacts.updated"), failed: t("contacts.setAside") };
  return (
    <dl className={classes.figures}>
      {(["added", "updated", "failed"] as const).map((kind) => {
        const count = figures[kind];
        return (
          <div key={kind} data-kind={kind}>
            <dt>{named[kind]}</dt>
            <dd>{count === undefined ? "…" : integer(count)}</dd>
          </div>
        );
      })}
      {others.map(({ kind, count }) => (
        <div key={kind} data-kind={kind}>
          <dt>{t(composedKey(`contacts.figures.${kind}`))}</dt>
          <dd>{integer(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
