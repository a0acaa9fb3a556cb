import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";

const COUNTS = ["removed", "restored", "kept"] as const;

type UndoCountValues = Readonly<Record<(typeof COUNTS)[number], number>>;

const DOTS = { removed: "bad", restored: "info", kept: "warn" } as const;

interface Props extends UndoCountValues {
  /** Labels other than those of a finished undo. */
  readonly words?: Readonly<Record<(typeof COUNTS)[number], string>>;
}

/** Results of an undo for the contacts, actual or expected. */
export function UndoCounts({ words, ...figures }: Props) {
  const { t } = useTranslation();
  return (
    <DescriptionList layout="figures" minWidth={88}>
      {COUNTS.map((kind) => (
        <div key={kind} data-dot={DOTS[kind]}>
          <dt>{words ? words[kind] : t(`contacts.undo.${kind}`)}</dt>
          <dd>{formatInteger(figures[kind])}</dd>
        </div>
      ))}
    </DescriptionList>
  );
}
