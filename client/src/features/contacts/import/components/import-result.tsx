import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconDownload } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Panel } from "@/ui/components/panel";
import { useDownloadErrorFile } from "../../use-downloads";
import type { ContactImport } from "../imports-data";
import { ConfirmationLine } from "./confirmation-line";
import { ImportCounts } from "./import-counts";
import { UndoLine } from "./undo-line";

interface Props {
  readonly status: ContactImport;
  readonly onAnother: () => void;
}

/** Result of an import: imported and rejected rows, the reasons, and the next steps. */
export function ImportResult({ status, onAnother }: Props) {
  const { t } = useTranslation();
  const errors = useDownloadErrorFile();
  const aside = status.failed + status.emptied;
  const hasFailed = status.state === "FAILED";
  return (
    <Panel component="section" gap="sm" p="md">
      <Group component="h2" gap="xs" m={0} fz="lg" lh="lg" fw={600}>
        {hasFailed ? (
          <IconAlertTriangle size={20} stroke={1.7} color="var(--bad)" aria-hidden="true" />
        ) : (
          <IconCircleCheck size={20} stroke={1.7} color="var(--ok)" aria-hidden="true" />
        )}
        {hasFailed ? t("contacts.importFailed") : t("contacts.importDone")}
      </Group>
      <Text size="sm" c="var(--text2)">
        {hasFailed
          ? [status.reason, t("contacts.importFailedHelp")].filter(Boolean).join(". ")
          : t("contacts.importDoneHelp", { done: formatInteger(status.done), file: status.file })}
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
        <Group gap="4px 16px" fz="sm" c="var(--text2)">
          <span>{t(status.emptied > 0 ? "contacts.mendHelp" : "contacts.asideHelp")}</span>
          <Button
            size="xs"
            loading={errors.isPending}
            leftSection={<IconDownload size={14} stroke={1.9} aria-hidden="true" />}
            onClick={() => errors.mutate(status)}
          >
            {t("contacts.asideDownload", { count: aside, total: formatInteger(aside) })}
          </Button>
        </Group>
      ) : null}
      <ConfirmationLine status={status} />
      <UndoLine status={status} />
      <Group gap="xs" justify="space-between">
        <Button variant="subtle" onClick={onAnother}>
          {t("contacts.importAnother")}
        </Button>
        <Button component={Link} to="/contacts?sort=-updatedAt" variant="filled">
          {t("contacts.seeImported")}
        </Button>
      </Group>
    </Panel>
  );
}
