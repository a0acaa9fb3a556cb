import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Label } from "../labels-data";
import { isNarrowed, type ListQuery } from "../list-query";
import classes from "./list-toolbar.module.css";

interface Props {
  readonly query: ListQuery;
  readonly labels: readonly Label[];
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** What the list is narrowed to, each part with its way out. */
export function FilterChips({ query, labels, onChange }: Props) {
  const { t } = useTranslation();
  if (!isNarrowed(query)) return null;

  function chip(key: string, words: ReactNode, name: string, change: Partial<ListQuery>) {
    return (
      <li key={key} className={classes.chip}>
        <span>{words}</span>
        <button type="button" aria-label={t("contacts.removeFilter", { name })} onClick={() => onChange(change)}>
          <IconX size={14} stroke={1.9} aria-hidden="true" />
        </button>
      </li>
    );
  }

  const named = query.labels.map((id) => ({ id, name: labels.find((label) => String(label.id) === id)?.name ?? id }));
  return (
    <ul className={classes.chips} aria-label={t("contacts.filters")}>
      {query.search
        ? chip(
            "search",
            <>
              {t(query.match === "contains" ? "contacts.chipContains" : "contacts.chipBegins")} <b>{query.search}</b>
            </>,
            query.search,
            { search: "", match: "prefix" },
          )
        : null}
      {named.map(({ id, name }) =>
        chip(
          `label:${id}`,
          <>
            {t("contacts.chipLabel")} <b>{name}</b>
          </>,
          name,
          { labels: query.labels.filter((other) => other !== id) },
        ),
      )}
      {query.state
        ? chip(
            "state",
            <>
              {t("contacts.chipState")} <b>{t(`contacts.states.${query.state}`)}</b>
            </>,
            t(`contacts.states.${query.state}`),
            { state: undefined },
          )
        : null}
      <li>
        <button
          type="button"
          className={classes.clear}
          onClick={() => onChange({ search: "", match: "prefix", labels: [], state: undefined })}
        >
          {t("contacts.clearFilters")}
        </button>
      </li>
    </ul>
  );
}
