import { Box, Flex, Stack } from "@mantine/core";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { ProgressBar } from "@/ui/components/progress-bar";
import { ImportProgress } from "../import/components/import-progress";
import type { ImportSpeed } from "../import/import-speed";
import { type ContactImport, isImportActive } from "../import/imports-data";
import classes from "./work-panel.module.css";

/** Heading of the numbers in each state. */
const STATE_TEXTS = {
  PREPARED: "contacts.inProgress",
  RUNNING: "contacts.inProgress",
  DONE: "contacts.importDone",
  FAILED: "contacts.importFailed",
  UNDOING: "contacts.inProgress",
  UNDONE: "contacts.importUndone",
} as const;

interface Props {
  readonly status: ContactImport;
  readonly pace: ImportSpeed | undefined;
}

/** Progress of the import in the header's background menu. */
export function ImportWorkPanel({ status, pace }: Props) {
  const { t } = useTranslation();
  const isRunning = isImportActive(status);
  const { undo } = status;
  return (
    <Stack gap="sm">
      <Flex align="baseline" justify="space-between" fz="sm">
        <Box component="strong" fw={600}>
          {t(STATE_TEXTS[status.state])}
        </Box>
        <Link to="/contacts/imports">{t("contacts.importHistory")}</Link>
      </Flex>
      {status.state === "UNDOING" && undo ? (
        <ProgressBar label={status.file} done={undo.done} total={undo.total} perSecond={pace?.rowsPerSecond} />
      ) : (
        <ImportProgress status={status} pace={pace} />
      )}
      <div className={classes.foot}>
        <span>{isRunning ? t("contacts.mayLeaveShort") : null}</span>
        <Link to={undo ? "/contacts/imports" : "/contacts/import"}>{t("contacts.watchImport")}</Link>
      </div>
    </Stack>
  );
}
