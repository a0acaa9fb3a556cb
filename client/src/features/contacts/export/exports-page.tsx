import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { RecordTable } from "@/ui/table/record-table";
import { ContactsFrame } from "../components/contacts-frame";
import { ContactsIllustration } from "../components/contacts-illustration";
import { usePageAddress } from "../use-page-address";
import { type ContactExport, useExports } from "./export-data";
import own from "./exports-page.module.css";

const KINDS: Readonly<Record<ContactExport["state"], StatusKind>> = {
  RUNNING: "live",
  DONE: "ok",
  STOPPED: "off",
  FAILED: "bad",
};

/** Available export files, newest first, until they expire. */
export function ExportsPage() {
  const { t } = useTranslation();
  const address = usePageAddress();
  const { data, error, refetch } = useExports(address.page, address.size);
  const retry = () => void refetch();
  return (
    <ContactsFrame area="files" state={[t("contactExport.state")]}>
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={t("contactExport.emptyTitle")}
          text={t("contactExport.emptyText")}
          action={
            <Button component={Link} to="/contacts">
              {t("contactExport.toContacts")}
            </Button>
          }
        />
      ) : null}
      {(data ? data.total > 0 : !error) ? (
        <RecordTable
          label={t("contactExport.page")}
          heads={[
            { label: t("contacts.when") },
            { label: t("contacts.state") },
            { label: t("contactExport.contacts"), isNumber: true },
            { label: t("contactExport.format") },
            { label: t("contactExport.size"), isNumber: true, isSpare: true },
            { label: t("contacts.by"), isSpare: true },
            { label: t("contactExport.expires") },
          ]}
          hasActions
          pager={data && { ...address, rows: data.items.length, total: data.total, totalIsExact: true }}
        >
          {data?.items.map((item) => (
            <ExportRow key={item.exportId} item={item} />
          ))}
        </RecordTable>
      ) : null}
    </ContactsFrame>
  );
}

function ExportRow({ item }: { readonly item: ContactExport }) {
  const { t } = useTranslation();
  const { state, downloadUrl } = item;
  const isOver = state === "DONE" && !downloadUrl;
  return (
    <tr>
      <th scope="row">
        <RelativeTime at={item.createdAt} />
      </th>
      <td data-label={t("contacts.state")}>
        <StatusDot kind={isOver ? "off" : KINDS[state]}>
          {isOver ? t("contactExport.gone") : t(`contactExport.states.${state}`)}
        </StatusDot>
      </td>
      <td data-align="end" data-label={t("contactExport.contacts")}>
        {item.total === null ? "–" : formatInteger(item.total)}
      </td>
      <td data-label={t("contactExport.format")} title={item.columns.join(", ")}>
        {item.contactId === null ? (
          t(toTextKey(`contactExport.${item.format}`))
        ) : (
          <Link to={`/contacts/${item.contactId}`}>{t("contactExport.person")}</Link>
        )}
      </td>
      <td data-align="end" data-spare data-label={t("contactExport.size")}>
        {state === "DONE" ? formatFileSize(item.sizeBytes) : "–"}
      </td>
      <td data-quiet data-spare data-label={t("contacts.by")}>
        <bdi>{item.fullname}</bdi>
      </td>
      <td data-quiet data-label={t("contactExport.expires")}>
        {item.expiresAt && downloadUrl ? formatDateTime(item.expiresAt) : "–"}
      </td>
      <td data-actions>
        {downloadUrl ? (
          <a className={own.download} href={downloadUrl} download>
            <IconDownload size={14} stroke={1.9} aria-hidden="true" />
            {t("contactExport.download")}
          </a>
        ) : null}
      </td>
    </tr>
  );
}
