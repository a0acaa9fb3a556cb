import { useTranslation } from "@/lib/i18n/translation";
import classes from "../components/list-toolbar.module.css";
import type { ListQuery } from "../list-query";
import { NONE, STAGES, useStageNames } from "./stages";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** Filters the list by a stage. */
export function StageFilter({ query, onChange }: Props) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  return (
    <select
      className={classes.select}
      aria-label={t("funnel.stage")}
      value={query.stage ?? ""}
      onChange={({ currentTarget }) => onChange({ stage: currentTarget.value || undefined })}
    >
      <option value="">{t("funnel.anyStage")}</option>
      {[...STAGES, NONE].map((stage) => (
        <option key={stage} value={stage}>
          {nameOf(stage)}
        </option>
      ))}
    </select>
  );
}

/** Text of the filter chip. */
export function StageWords({ stage }: { readonly stage: string }) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  return (
    <>
      {t("funnel.chip")} <b>{nameOf(stage)}</b>
    </>
  );
}
