import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
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

/** With more rows than these a name can be searched for, and the rest is shown on demand. */
const MAX_AT_ONCE = 12;

/** Labels or segments, any number of which are chosen. Chosen ones stand first where not all are shown. */
export function SetChoices({ title, rows, chosen, onToggle }: Props) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const [isWhole, setWhole] = useState(false);
  // The order as the list was opened: a box that is ticked stays where it is.
  const [first] = useState(chosen);
  const id = useId();
  if (!rows) return null;
  // What was chosen and has gone since can still be taken off: the campaign can't start with it.
  const gone = chosen.filter((id) => !rows.some((row) => row.id === id));
  const all: readonly Row[] = [...rows, ...gone.map((id) => ({ id, name: t("campaigns.goneSet") }))];
  if (all.length === 0) return null;
  const isMany = all.length > MAX_AT_ONCE;
  const wanted = query.trim().toLocaleLowerCase();
  const matching = wanted ? all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)) : all;
  const ordered = isMany ? [...matching].sort((a, b) => +first.includes(b.id) - +first.includes(a.id)) : matching;
  const shown = isWhole
    ? ordered
    : ordered.filter((row, index) => index < MAX_AT_ONCE || (chosen.includes(row.id) && !wanted));
  return (
    <fieldset className={classes.labels}>
      <legend>{title}</legend>
      {isMany ? (
        <TextInput
          type="search"
          size="xs"
          className={classes.search}
          placeholder={t("campaigns.findSet")}
          aria-label={t("campaigns.findSetIn", { title })}
          aria-controls={id}
          maxLength={100}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      ) : null}
      <div id={id} className={classes.rows}>
        {shown.map(({ id, name, count }) => (
          <label key={id} className={classes.label} data-chosen={chosen.includes(id) || undefined}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            <span>{name}</span>
            {count === undefined ? null : <small>{integer(count)}</small>}
          </label>
        ))}
        {shown.length < ordered.length ? (
          <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
            {t("campaigns.showAllSets", { total: ordered.length })}
          </Button>
        ) : null}
      </div>
      {isMany ? (
        <p role="status" className={classes.noSet}>
          {matching.length === 0 ? t("campaigns.noSuchSet", { query: query.trim() }) : null}
        </p>
      ) : null}
    </fieldset>
  );
}
