import { useTranslation } from "@/lib/i18n/translation";
import { PlainSelect } from "@/ui/components/plain-select";
import type { ListQuery } from "../list-query";
import { NO_STAGE, STAGES, useStageNames } from "./stages";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** Filters the list by a stage. */
export function StageFilter({ query, onChange }: Props) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  return (
    <PlainSelect
      label={t("funnel.stage")}
      value={query.stage ?? ""}
      options={[
        { value: "", label: t("funnel.anyStage") },
        ...[...STAGES, NO_STAGE].map((stage) => ({ value: stage, label: nameOf(stage) })),
      ]}
      onChange={(stage) => onChange({ stage: stage || undefined })}
    />
  );
}

/** Text of the filter chip. */
export function StageChipText({ stage }: { readonly stage: string }) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  return (
    <>
      {t("funnel.chip")} <b>{nameOf(stage)}</b>
    </>
  );
}
