import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { Panel } from "@/ui/components/panel";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { RecordTable } from "@/ui/table/record-table";
import { ContactsFrame } from "../components/contacts-frame";
import { ContactsIllustration } from "../components/contacts-illustration";
import { IconLabel } from "../components/icon-label";
import { ConfirmationSummary } from "../import/components/confirmation-line";
import { ImportProgress } from "../import/components/import-progress";
import { UndoActions, UndoSummary } from "../import/components/undo-actions";
import { UndoProgress } from "../import/components/undo-progress";
import type { ImportState } from "../import/import-machine";
import { isImportActive, useImport } from "../import/imports-data";
import { useImportSpeed } from "../import/use-import-speed";
import { useImportHistory } from "../import/wizard-data";
import { useDownloadErrorFile } from "../use-downloads";
import { usePageAddress } from "../use-page-address";

const KINDS: Readonly<Record<ImportState, StatusKind>> = {
  PREPARED: "off",
  RUNNING: "live",
  DONE: "ok",
  FAILED: "bad",
  UNDOING: "live",
  UNDONE: "off",
};

/** All imports of the team, the running one first. */
export function ImportsPage() {
  const { t } = useTranslation();
  const address = usePageAddress();
  const { data, error, refetch } = useImportHistory(address.page, address.size);
  const retry = () => void refetch();
  const running = useImport();
  const pace = useImportSpeed(running);
  const errors = useDownloadErrorFile();
  const importButton = (
    <Button component={Link} to="/contacts/import" variant="filled">
      <IconLabel icon={IconUpload}>{t("contacts.import")}</IconLabel>
    </Button>
  );

  return (
    <ContactsFrame
      area="files"
      state={data && [t("contacts.importTotal", { count: data.total, total: formatInteger(data.total) })]}
      isFailed={error !== null}
      actions={data?.total === 0 ? undefined : importButton}
    >
      {running?.state === "RUNNING" ? (
        <Panel component="section" gap="sm" p="md" mb="md" aria-label={t("contacts.inProgress")}>
          <ImportProgress status={running} pace={pace} />
        </Panel>
      ) : null}
      {running?.state === "UNDOING" ? (
        <Panel component="section" gap="sm" p="md" mb="md" aria-label={t("contacts.inProgress")}>
          <UndoProgress status={running} pace={pace} />
        </Panel>
      ) : null}
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={t("contacts.importsEmptyTitle")}
          text={t("contacts.importsEmptyText")}
          action={importButton}
        />
      ) : null}
      {(data ? data.total > 0 : !error) ? (
        <RecordTable
          label={t("contacts.importHistory")}
          heads={[
            { label: t("contacts.file") },
            { label: t("contacts.importStateHead") },
            { label: t("contacts.added"), isNumber: true },
            { label: t("contacts.updated"), isNumber: true, isSpare: true },
            { label: t("contacts.setAside"), isNumber: true },
            { label: t("contacts.by"), isSpare: true },
            { label: t("contacts.when") },
          ]}
          hasActions
          pager={data && { ...address, rows: data.items.length, total: data.total, totalIsExact: true }}
        >
          {data?.items.map((item) => (
            <tr key={item.importId}>
              <th scope="row">{item.file}</th>
              <td data-label={t("contacts.importStateHead")}>
                <div>
                  <StatusDot kind={KINDS[item.state]}>{t(`contacts.importStates.${item.state}`)}</StatusDot>
                  <UndoSummary item={item} />
                  <ConfirmationSummary item={item} />
                </div>
              </td>
              <td data-align="end" data-label={t("contacts.added")}>
                {formatInteger(item.added)}
              </td>
              <td data-align="end" data-spare data-label={t("contacts.updated")}>
                {formatInteger(item.updated)}
              </td>
              <td data-align="end" data-label={t("contacts.setAside")}>
                {formatInteger(item.failed)}
              </td>
              <td data-quiet data-spare data-label={t("contacts.by")}>
                <bdi>{item.fullname}</bdi>
              </td>
              <td data-quiet data-label={t("contacts.when")}>
                <RelativeTime at={item.createdAt} />
              </td>
              <td data-actions="below">
                <UndoActions item={item} isBlocked={isImportActive(running)} />
                {item.failed + item.emptied > 0 ? (
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconDownload size={14} stroke={1.9} aria-hidden="true" />}
                    loading={errors.isPending && errors.variables.importId === item.importId}
                    onClick={() => errors.mutate(item)}
                  >
                    {t(item.emptied > 0 ? "contacts.issueRows" : "contacts.asideShort")}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </ContactsFrame>
  );
}
