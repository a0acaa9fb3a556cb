import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "../../components/import-counts.module.css";

const FIGURES = ["removed", "restored", "kept"] as const;

type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

interface Props extends Figures {
  /** Labels other than those of a finished undo. */
  readonly words?: Readonly<Record<(typeof FIGURES)[number], string>>;
}

/** Results of an undo for the contacts, actual or expected. */
export function UndoCounts({ words, ...figures }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={classes.figures}>
      {FIGURES.map((kind) => (
        <div key={kind} data-kind={kind}>
          <dt>{words ? words[kind] : t(`contacts.undo.${kind}`)}</dt>
          <dd>{integer(figures[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}
