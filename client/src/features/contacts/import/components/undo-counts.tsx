import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Facts } from "@/ui/components/facts";

const FIGURES = ["removed", "restored", "kept"] as const;

type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

const DOTS = { removed: "bad", restored: "info", kept: "warn" } as const;

interface Props extends Figures {
  /** Labels other than those of a finished undo. */
  readonly words?: Readonly<Record<(typeof FIGURES)[number], string>>;
}

/** Results of an undo for the contacts, actual or expected. */
export function UndoCounts({ words, ...figures }: Props) {
  const { t } = useTranslation();
  return (
    <Facts layout="figures" minWidth={88}>
      {FIGURES.map((kind) => (
        <div key={kind} data-dot={DOTS[kind]}>
          <dt>{words ? words[kind] : t(`contacts.undo.${kind}`)}</dt>
          <dd>{integer(figures[kind])}</dd>
        </div>
      ))}
    </Facts>
  );
}
