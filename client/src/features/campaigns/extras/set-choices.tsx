import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "../components/recipients-section.module.css";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly count?: number;
}

interface Props {
  readonly title: string;
  /** Undefined until they are here. */
  readonly rows: readonly Row[] | undefined;
  readonly chosen: readonly number[];
  readonly onToggle: (id: number) => void;
}

/** Labels or segments, any number of which are chosen. */
export function SetChoices({ title, rows, chosen, onToggle }: Props) {
  const { t } = useTranslation();
  if (!rows) return null;
  // What was chosen and has gone since can still be taken off: the campaign can't start with it.
  const gone = chosen.filter((id) => !rows.some((row) => row.id === id));
  const all: readonly Row[] = [...rows, ...gone.map((id) => ({ id, name: t("campaigns.goneSet") }))];
  if (all.length === 0) return null;
  return (
    <fieldset className={classes.labels}>
      <legend>{title}</legend>
      {all.map(({ id, name, count }) => (
        <label key={id} className={classes.label} data-chosen={chosen.includes(id) || undefined}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          <span>{name}</span>
          {count === undefined ? null : <small>{integer(count)}</small>}
        </label>
      ))}
    </fieldset>
  );
}
