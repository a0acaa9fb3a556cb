import { Box, Button, Text } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet, IconFileText, IconFileTypePdf } from "@tabler/icons-react";
import { formatDateTime } from "@/lib/dates";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { Panel } from "@/ui/components/panel";
import { RelativeTime } from "@/ui/components/relative-time";
import { SideSheet } from "@/ui/components/side-sheet";
import { StatusDot } from "@/ui/components/status-dot";
import { FORMATS, type ReportFile, type ReportFormat, useGenerateReportFile, useReportFiles } from "../files-data";
import type { ReportRef } from "../report-ref";
import classes from "./export-sheet.module.css";

interface Props {
  readonly of: ReportRef;
  readonly onClose: () => void;
}

const ICONS = { pdf: IconFileTypePdf, xlsx: IconFileSpreadsheet, csv: IconFileText } as const;

/**
 * Creates export files of the report and lists the available ones. A notification reports a finished file, so the user
 * can leave.
 */
export function ExportSheet({ of, onClose }: Props) {
  const { t } = useTranslation();
  const files = useReportFiles(of, true);
  const generate = useGenerateReportFile(of);
  const items = files.data?.items ?? [];
  const isInProgress = (format: ReportFormat) =>
    items.some((file) => file.format === format && file.state === "RUNNING") ||
    (generate.isPending && generate.variables === format);
  return (
    <SideSheet title={t("words.export")} onClose={onClose}>
      <Text size="sm" mb="sm" c="var(--text2)">
        {t(of.machines === "include" ? "reports.export.withMachines" : "reports.export.withoutMachines")}
      </Text>
      <Panel component="ul" className={classes.list ?? ""} gap={0} mb="md">
        {FORMATS.map((format) => {
          const Icon = ICONS[format];
          return (
            <li key={format}>
              <Icon size={20} stroke={1.7} color="var(--text2)" style={{ flex: "none" }} aria-hidden="true" />
              <Box flex={1} miw={0}>
                <Text size="sm" fw={500}>
                  {t(`reports.export.formats.${format}`)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`reports.export.help.${format}`)}
                </Text>
              </Box>
              <Button
                flex="none"
                aria-label={t("terms.createFormat", { format: t(`reports.export.formats.${format}`) })}
                loading={isInProgress(format)}
                onClick={() => generate.mutate(format)}
              >
                {t("terms.create")}
              </Button>
            </li>
          );
        })}
      </Panel>
      {items.some(({ state }) => state === "RUNNING") ? <Notice kind="info">{t("reports.export.wait")}</Notice> : null}
      <FailureNotice error={generate.error} />
      <Text component="h3" size="sm" mt={20} mb="xs" fw={600}>
        {t("reports.export.made")}
      </Text>
      {files.isLoadingError ? (
        <LoadFailed failure={files.error} onRetry={() => void files.refetch()} />
      ) : items.length === 0 ? (
        <Text size="sm" c="var(--text2)">
          {files.data ? t("reports.export.none") : t("reports.export.loading")}
        </Text>
      ) : (
        <Panel component="ul" className={classes.list ?? ""} gap={0} mb="md" aria-live="polite">
          {items.map((file) => (
            <File key={file.fileId} file={file} />
          ))}
        </Panel>
      )}
    </SideSheet>
  );
}

function File({ file }: { readonly file: ReportFile }) {
  const { t } = useTranslation();
  const { format, state, machines, downloadUrl } = file;
  const isGone = state === "DONE" && !downloadUrl;
  const words = t(`reports.export.formats.${format}`);
  return (
    <li>
      <Box flex={1} miw={0}>
        <Text size="sm" fw={500}>
          {words}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={file.createdAt} /> · <bdi>{file.fullname}</bdi>
          {machines === "include" ? ` · ${t("reports.export.botsIncluded")}` : null}
        </Text>
        {downloadUrl && file.expiresAt ? (
          <Text size="xs" c="dimmed">
            {formatFileSize(file.sizeBytes)} · {t("reports.export.until", { at: formatDateTime(file.expiresAt) })}
          </Text>
        ) : null}
      </Box>
      {downloadUrl ? (
        <a
          className={classes.download}
          href={downloadUrl}
          download
          aria-label={t("terms.downloadFormat", { format: words })}
        >
          <IconDownload size={14} stroke={1.9} aria-hidden="true" />
          {t("terms.download")}
        </a>
      ) : (
        <StatusDot kind={state === "RUNNING" ? "live" : state === "FAILED" ? "bad" : "off"}>
          {isGone ? t("terms.expired") : t(`reports.export.states.${state}`)}
        </StatusDot>
      )}
      {state === "RUNNING" ? (
        <div className={classes.bar} role="progressbar" aria-label={t("reports.export.states.RUNNING")}>
          <i />
        </div>
      ) : null}
    </li>
  );
}
