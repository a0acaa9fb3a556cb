import { Button, Fieldset, Flex, Text, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./set-choices.module.css";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly count?: number;
}

interface Props {
  readonly title: string;
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly chosen: readonly number[];
  readonly onToggle: (id: number) => void;
}

/** A longer list gets a search field and shows the rest on demand. */
const MAX_VISIBLE_ROWS = 12;

/** Multiple choice of labels or segments. In a long list, the initially selected rows come first. */
export function SetChoices({ title, rows, chosen, onToggle }: Props) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const [isWhole, setWhole] = useState(false);
  // Sorted by the initial choice, so that a ticked row does not move.
  const [first] = useState(chosen);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  if (!rows) return null;

  /** The button disappears. Focus moves to the first newly shown row. */
  function showAll(from: number): void {
    flushSync(() => setWhole(true));
    list.current?.querySelectorAll("input")[from]?.focus();
  }

  // A deleted set stays listed so that it can be deselected: the campaign cannot start with it.
  const deletedIds = chosen.filter((id) => !rows.some((row) => row.id === id));
  const all: readonly Row[] = [...rows, ...deletedIds.map((id) => ({ id, name: t("campaigns.goneSet") }))];
  if (all.length === 0) return null;
  const isMany = all.length > MAX_VISIBLE_ROWS;
  const searchText = query.trim().toLocaleLowerCase();
  const matching = searchText ? all.filter(({ name }) => name.toLocaleLowerCase().includes(searchText)) : all;
  const ordered = isMany ? [...matching].sort((a, b) => +first.includes(b.id) - +first.includes(a.id)) : matching;
  const shown = isWhole
    ? ordered
    : ordered.filter((row, index) => index < MAX_VISIBLE_ROWS || (chosen.includes(row.id) && !searchText));
  return (
    <Fieldset variant="unstyled">
      <Text component="legend" size="xs" mb={6} c="var(--text2)">
        {title}
      </Text>
      {isMany ? (
        <TextInput
          type="search"
          size="xs"
          maw={240}
          mb="xs"
          placeholder={t("campaigns.findSet")}
          aria-label={t("campaigns.findSetIn", { title })}
          aria-controls={id}
          maxLength={100}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      ) : null}
      <Flex gap={6} wrap="wrap" ref={list} id={id}>
        {shown.map(({ id, name, count }) => (
          <label key={id} className={classes.label} data-chosen={chosen.includes(id) || undefined}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            <Text span inherit truncate>
              {name}
            </Text>
            {count === undefined ? null : (
              <Text span size="xs" c="var(--text2)" className="figures">
                {formatInteger(count)}
              </Text>
            )}
          </label>
        ))}
        {shown.length < ordered.length ? (
          <Button variant="subtle" size="xs" onClick={() => showAll(shown.length)}>
            {t("campaigns.showAllSets", { total: formatInteger(ordered.length) })}
          </Button>
        ) : null}
      </Flex>
      {isMany ? (
        <Text size="sm" c="var(--text2)" role="status">
          {matching.length === 0 ? t("campaigns.noSuchSet", { query: query.trim() }) : null}
        </Text>
      ) : null}
    </Fieldset>
  );
}
