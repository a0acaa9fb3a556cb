import { useTranslation } from "@/lib/i18n/translation";
import classes from "../components/list-toolbar.module.css";
import type { ListQuery } from "../list-query";
import { NONE, STAGES, useStageNames } from "./stages";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** The stage that the list is narrowed to. */
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

/** What a chip says of the stage. */
export function StageWords({ stage }: { readonly stage: string }) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  return (
    <>
      {t("funnel.chip")} <b>{nameOf(stage)}</b>
    </>
  );
}
