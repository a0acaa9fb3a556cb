import { Button, NativeSelect, Text } from "@mantine/core";
import { IconDownload, IconPlus, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCan } from "@/features/session/public";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { useListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { RecordTable } from "@/ui/table/record-table";
import { ContactsFrame } from "../components/contacts-frame";
import { ContactsIllustration } from "../components/contacts-illustration";
import { IconLabel } from "../components/icon-label";
import { RemoveDialog } from "./remove-dialog";
import { SuppressDialog } from "./suppress-dialog";
import { SUPPRESSION_REASONS, type Suppression, useExportSuppressions, useSuppressions } from "./suppressions-data";

const SuppressFileDialog = lazy(async () => (await import("./load-suppress-file")).loadSuppressFileDialog());

type Open = { readonly kind: "add" | "import" } | { readonly kind: "remove"; readonly row: Suppression } | undefined;

/** The team's suppressed addresses and their reasons. */
export function SuppressionsPage() {
  const { t } = useTranslation();
  const can = useCan();
  const [address, change] = useListAddress({
    defaultSort: "-createdAt",
    sorts: ["createdAt", "email"],
    filterName: "reason",
  });
  const { data, error, refetch } = useSuppressions(address);
  const retry = () => void refetch();
  const download = useExportSuppressions();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isNarrowed = address.search !== "" || address.filter !== undefined;
  const total = data ? `${formatInteger(data.total)}${(data.totalIsExact ?? true) ? "" : "+"}` : "";
  const addButton = can("contact.edit") ? (
    <Button variant="filled" onClick={() => setOpen({ kind: "add" })}>
      <IconLabel icon={IconPlus}>{t("suppressions.add")}</IconLabel>
    </Button>
  ) : undefined;
  const isBare = data?.total === 0 && !isNarrowed;

  return (
    <ContactsFrame
      area="suppressions"
      state={[data && !isNarrowed ? t("suppressions.total", { count: data.total, total }) : t("suppressions.title")]}
      actions={
        <>
          {can("contact.export") && data && data.total > 0 ? (
            <Button loading={download.isPending} onClick={() => download.mutate(address)}>
              <IconLabel icon={IconDownload}>{t("words.export")}</IconLabel>
            </Button>
          ) : null}
          {can("contact.import") ? (
            <Button onClick={() => setOpen({ kind: "import" })}>
              <IconLabel icon={IconUpload}>{t("words.import")}</IconLabel>
            </Button>
          ) : null}
          {isBare ? null : addButton}
        </>
      }
    >
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {isBare ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={t("suppressions.emptyTitle")}
          text={t("suppressions.emptyText")}
          action={addButton}
        />
      ) : null}
      {isBare || error ? null : (
        <ListSearch
          label={t("suppressions.search")}
          value={address.search}
          onSearch={(search) => change({ search })}
          after={
            isNarrowed && data ? (
              <Text span size="sm" c="var(--text2)" className="figures">
                {total}
              </Text>
            ) : null
          }
        >
          <NativeSelect
            size="sm"
            aria-label={t("terms.reason")}
            value={address.filter ?? ""}
            onChange={({ currentTarget }) => change({ filter: currentTarget.value || undefined })}
          >
            <option value="">{t("suppressions.anyReason")}</option>
            {SUPPRESSION_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {t(`suppressions.reasons.${reason}`)}
              </option>
            ))}
          </NativeSelect>
        </ListSearch>
      )}
      {data?.total === 0 && isNarrowed ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={t("suppressions.noMatch")}
          text={t("suppressions.noMatchText")}
          action={<Button onClick={() => change({ search: "", filter: undefined })}>{t("terms.showAll")}</Button>}
        />
      ) : null}
      {(data ? data.total > 0 : !error) ? (
        <RecordTable
          label={t("suppressions.title")}
          heads={(["email", "reason", "source", "scope", "since", "until"] as const).map((name) => ({
            label: t(`suppressions.${name}`),
            isSpare: name === "source",
          }))}
          hasActions={can("contact.edit")}
          pager={
            data && {
              rows: data.items.length,
              page: address.page,
              size: address.size,
              total: data.total,
              totalIsExact: data.totalIsExact ?? true,
              onPage: (page) => change({ page }),
              onSize: (size) => change({ size }),
            }
          }
        >
          {data?.items.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{row.email}</bdi>
              </th>
              <td data-label={t("terms.reason")}>{t(`suppressions.reasons.${row.reason}`)}</td>
              <td data-quiet data-spare data-label={t("suppressions.source")}>
                {t(`suppressions.sources.${row.source}`)}
              </td>
              <td data-label={t("terms.appliesTo")}>{t(`suppressions.scopes.${row.scope}`)}</td>
              <td data-quiet data-label={t("terms.since")}>
                <RelativeTime at={row.createdAt} />
              </td>
              <td data-quiet data-label={t("suppressions.until")}>
                {row.expiresAt ? formatDate(row.expiresAt) : t("suppressions.forever")}
              </td>
              {can("contact.edit") ? (
                <td data-actions>
                  {row.removable ? (
                    <Button size="xs" variant="subtle" onClick={() => setOpen({ kind: "remove", row })}>
                      {t("suppressions.remove")}
                    </Button>
                  ) : (
                    <Text span size="xs" px={10} c="dimmed" title={t("suppressions.stays")}>
                      {t("suppressions.fixed")}
                    </Text>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </RecordTable>
      ) : null}
      {open?.kind === "add" ? <SuppressDialog onClose={close} /> : null}
      {open?.kind === "import" ? (
        <Suspense fallback={null}>
          <SuppressFileDialog onClose={close} />
        </Suspense>
      ) : null}
      {open?.kind === "remove" ? <RemoveDialog row={open.row} onClose={close} /> : null}
    </ContactsFrame>
  );
}
