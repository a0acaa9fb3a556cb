import { Box, Button, Flex, Stack } from "@mantine/core";
import { Link } from "react-router";
import { type Permission, useCan } from "@/features/session/public";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { ProgressBar } from "@/ui/components/progress-bar";
import { type BulkAction, useStopBulkAction } from "../bulk-data";
import classes from "./work-panel.module.css";

/** Permission to stop each kind of action, the same as to start it. */
const PERMISSIONS: Readonly<Record<string, Permission>> = {
  delete: "contact.delete",
  export: "contact.export",
  subject: "contact.export",
  label: "contact.edit",
  stage: "contact.edit",
  subscribe: "contact.edit",
  unsubscribe: "contact.edit",
};
const FILE_KINDS = ["export", "subject"];

/** Reasons that have a text of their own. */
const FAILURE_TEXTS: Readonly<Record<string, string>> = { inUse: "inUse", lastImportNotFinished: "importing" };

interface Props {
  readonly bulk: BulkAction;
  readonly what: string;
  readonly ended: string;
}

/** Progress of a bulk action in the header's background menu, with a button to stop it. */
export function BulkWorkPanel({ bulk, what, ended }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const stop = useStopBulkAction();
  const { kind, state, done, total, reason, fullname, bulkId } = bulk;
  const permission = PERMISSIONS[kind];
  const isRunning = state === "RUNNING";
  return (
    <Stack gap="sm">
      {isRunning ? (
        <ProgressBar label={what} done={done} total={total ?? 0} />
      ) : (
        <Flex align="baseline" justify="space-between" fz="sm">
          <Box component="strong" fw={600}>
            {state === "FAILED" ? t("contacts.bulk.failed") : ended}
          </Box>
        </Flex>
      )}
      {state === "FAILED" ? (
        <Notice kind="bad">{t(toTextKey(`contacts.bulk.${FAILURE_TEXTS[reason] ?? "broke"}`), { ended })}</Notice>
      ) : null}
      <FailureNotice error={stop.error} />
      <div className={classes.foot}>
        <span>{t("contacts.bulk.by", { name: fullname })}</span>
        {isRunning && permission && can(permission) ? (
          <Button loading={stop.isPending} onClick={() => stop.mutate(bulkId)}>
            {t("contacts.bulk.stop")}
          </Button>
        ) : (
          <Link to={FILE_KINDS.includes(kind) ? "/contacts/exports" : "/contacts"}>
            {t(FILE_KINDS.includes(kind) ? "contacts.exports" : "contacts.title")}
          </Link>
        )}
      </div>
    </Stack>
  );
}
