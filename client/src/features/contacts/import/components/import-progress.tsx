import { Stack } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { ProgressBar } from "@/ui/components/progress-bar";
import type { ImportSpeed } from "../import-speed";
import type { ContactImport } from "../imports-data";
import { ImportCounts } from "./import-counts";

interface Props {
  readonly status: ContactImport;
  readonly pace: ImportSpeed | undefined;
}

/** Progress of an import: done, total, rate, remaining time, and results so far. */
export function ImportProgress({ status, pace }: Props) {
  const { t } = useTranslation();
  const { added, done, failed, total, updated } = status;
  return (
    <Stack gap="xs" fz="sm" lh="sm">
      <ProgressBar
        label={t("contacts.importing", { file: status.file })}
        done={done}
        total={total}
        perSecond={pace?.rowsPerSecond}
        secondsLeft={pace?.secondsLeft}
        parts={[
          { key: "landed", value: Math.max(0, done - failed), kind: "vendor" },
          { key: "aside", value: failed, kind: "warn" },
        ]}
      />
      <ImportCounts added={added} updated={updated} failed={failed} />
    </Stack>
  );
}
