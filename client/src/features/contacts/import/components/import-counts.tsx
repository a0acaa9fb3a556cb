import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";

interface Props {
  /** Undefined until counted. */
  readonly added: number | undefined;
  readonly updated: number | undefined;
  readonly failed: number | undefined;
  /** Rows of unchanged contacts, and rows that the user excluded. */
  readonly skipped?: number;
  readonly leftOut?: number;
  /** Rows that were imported without an unreadable value. */
  readonly emptied?: number;
  /** Labels other than those of a finished import. */
  readonly words?: Readonly<Record<"added" | "updated" | "failed", string>>;
}

const DOTS = { added: "ok", updated: "info", failed: "warn" } as const;

/** Numbers of an import's rows by outcome, actual or expected. */
export function ImportCounts({ words, skipped = 0, leftOut = 0, emptied = 0, ...figures }: Props) {
  const { t } = useTranslation();
  // Their labels load with the import pages, the only ones that show these rows.
  const others = [
    { kind: "skipped", count: skipped },
    { kind: "leftOut", count: leftOut },
    { kind: "emptied", count: emptied },
  ].filter(({ count }) => count > 0);
  const named = words ?? { added: t("contacts.added"), updated: t("contacts.updated"), failed: t("contacts.setAside") };
  return (
    <DescriptionList layout="figures" minWidth={88}>
      {(["added", "updated", "failed"] as const).map((kind) => {
        const count = figures[kind];
        return (
          <div key={kind} data-dot={DOTS[kind]}>
            <dt>{named[kind]}</dt>
            <dd>{count === undefined ? "…" : formatInteger(count)}</dd>
          </div>
        );
      })}
      {others.map(({ kind, count }) => (
        <div key={kind} data-dot="off">
          <dt>{t(toTextKey(`contacts.figures.${kind}`))}</dt>
          <dd>{formatInteger(count)}</dd>
        </div>
      ))}
    </DescriptionList>
  );
}
