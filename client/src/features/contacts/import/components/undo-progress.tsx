import { Stack } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { ProgressBar } from "@/ui/components/progress-bar";
import type { ImportSpeed } from "../import-speed";
import type { ContactImport } from "../imports-data";
import { UndoCounts } from "./undo-counts";

interface Props {
  readonly status: ContactImport;
  readonly pace: ImportSpeed | undefined;
}

/** Progress of the undo of an import. */
export function UndoProgress({ status, pace }: Props) {
  const { t } = useTranslation();
  const { undo } = status;
  if (!undo) return null;
  return (
    <Stack gap={10}>
      <ProgressBar
        label={t("contacts.undo.running", { file: status.file })}
        done={undo.done}
        total={undo.total}
        perSecond={pace?.rowsPerSecond}
        secondsLeft={pace?.secondsLeft}
      />
      <UndoCounts removed={undo.removed} restored={undo.restored} kept={undo.kept} />
    </Stack>
  );
}
