import { Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconDownload } from "@tabler/icons-react";
import { Link } from "react-router";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmationLine } from "../import/components/confirmation-line";
import { UndoLine } from "../import/components/undo-line";
import type { ContactImport } from "../imports-data";
import { useErrorFile } from "../use-downloads";
import { ImportCounts } from "./import-counts";
import classes from "./import-wizard.module.css";

interface Props {
  readonly status: ContactImport;
  readonly onAnother: () => void;
}

/** Result of an import: what was imported, what was rejected and why, and the next steps. */
export function ImportResult({ status, onAnother }: Props) {
  const { t } = useTranslation();
  const errors = useErrorFile();
  const aside = status.failed + status.emptied;
  const hasFailed = status.state === "FAILED";
  return (
    <section className={classes.card}>
      <h2 className={classes.resultTitle} data-kind={hasFailed ? "bad" : "ok"}>
        {hasFailed ? (
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
        ) : (
          <IconCircleCheck size={20} stroke={1.7} aria-hidden="true" />
        )}
        {hasFailed ? t("contacts.importFailed") : t("contacts.importDone")}
      </h2>
      <Text size="sm" c="var(--text2)">
        {hasFailed
          ? [status.reason, t("contacts.importFailedHelp")].filter(Boolean).join(". ")
          : t("contacts.importDoneHelp", { done: integer(status.done), file: status.file })}
      </Text>
      <ImportCounts
        added={status.added}
        updated={status.updated}
        failed={status.failed}
        skipped={status.skipped}
        leftOut={status.leftOut}
        emptied={status.emptied}
      />
      {aside > 0 ? (
        <div className={classes.fileLine}>
          <span>{t(status.emptied > 0 ? "contacts.mendHelp" : "contacts.asideHelp")}</span>
          <Button
            size="xs"
            loading={errors.isPending}
            leftSection={<IconDownload size={14} stroke={1.9} aria-hidden="true" />}
            onClick={() => errors.mutate(status)}
          >
            {t("contacts.asideDownload", { count: aside, total: integer(aside) })}
          </Button>
        </div>
      ) : null}
      <ConfirmationLine status={status} />
      <UndoLine status={status} />
      <div className={classes.foot}>
        <Button variant="subtle" onClick={onAnother}>
          {t("contacts.importAnother")}
        </Button>
        <Button component={Link} to="/contacts?sort=-updatedAt" variant="filled">
          {t("contacts.seeImported")}
        </Button>
      </div>
    </section>
  );
}
