import { Anchor, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import type { Label } from "../labels-data";
import { type ListQuery, NO_FILTERS } from "../list-query";
import classes from "./list-toolbar.module.css";

const loadSegments = () => import("./segment-filter");
const SegmentName = lazy(async () => ({ default: (await loadSegments()).SegmentName }));
const StageChipText = lazy(async () => (await import("../parts")).loadStageChipText());
const SaveAsSegment = lazy(async () => ({ default: (await loadSegments()).SaveAsSegment }));

const RulesText = lazy(async () => (await import("../list/load-rules")).loadRulesText());

interface Props {
  readonly query: ListQuery;
  readonly labels: readonly Label[];
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** The active filters of the list, each with a button to remove it. */
export function FilterChips({ query, labels, onChange }: Props) {
  const { t } = useTranslation();

  function chip(key: string, words: ReactNode, remove: string, change: Partial<ListQuery>) {
    return (
      <li key={key} className={classes.chip}>
        <span>{words}</span>
        <button type="button" aria-label={remove} onClick={() => onChange(change)}>
          <IconX size={14} stroke={1.9} aria-hidden="true" />
        </button>
      </li>
    );
  }

  const removal = (name: string) => t("contacts.removeFilter", { name });
  const named = query.labels.map((id) => ({ id, name: labels.find((label) => String(label.id) === id)?.name ?? id }));
  return (
    <Group component="ul" gap="xs" fz="sm" mb="sm" c="var(--text2)" aria-label={t("contacts.filters")}>
      {query.search
        ? chip(
            "search",
            <>
              {t(query.match === "contains" ? "contacts.chipContains" : "contacts.chipBegins")} <b>{query.search}</b>
            </>,
            removal(query.search),
            { search: "", match: "prefix" },
          )
        : null}
      {named.map(({ id, name }) =>
        chip(
          `label:${id}`,
          <>
            {t("contacts.chipLabel")} <b>{name}</b>
          </>,
          removal(name),
          { labels: query.labels.filter((other) => other !== id) },
        ),
      )}
      {query.state
        ? chip(
            "state",
            <>
              {t("contacts.chipState")} <b>{t(toTextKey(`contacts.states.${query.state}`))}</b>
            </>,
            removal(t(toTextKey(`contacts.states.${query.state}`))),
            { state: undefined },
          )
        : null}
      {query.stage
        ? chip(
            "stage",
            <Suspense fallback={query.stage}>
              <StageChipText stage={query.stage} />
            </Suspense>,
            removal(t("contacts.stage")),
            { stage: undefined },
          )
        : null}
      {query.segment
        ? chip(
            "segment",
            <>
              {t("contacts.chipSegment")}{" "}
              <b>
                <Suspense fallback={query.segment}>
                  <SegmentName id={query.segment} />
                </Suspense>
              </b>
            </>,
            removal(t("contacts.segment")),
            { segment: undefined },
          )
        : null}
      {query.rules
        ? chip(
            "rules",
            <Suspense fallback="…">
              <RulesText rules={query.rules} />
            </Suspense>,
            t("contacts.removeRules"),
            { rules: undefined },
          )
        : null}
      <li>
        <Anchor component="button" type="button" onClick={() => onChange(NO_FILTERS)}>
          {t("contacts.clearFilters")}
        </Anchor>
        <Suspense fallback={null}>
          <SaveAsSegment query={query} />
        </Suspense>
      </li>
    </Group>
  );
}
