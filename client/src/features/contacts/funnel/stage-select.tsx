import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { STAGES, useStageNames } from "./stages";

/** Selects a stage or none. */
export function StageSelect(props: Omit<NativeSelectProps, "data">) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  const choices = STAGES.map((stage) => ({ value: stage as string, label: nameOf(stage) }));
  return <NativeSelect {...props} data={[{ value: "", label: t("funnel.stages.none") }, ...choices]} />;
}
