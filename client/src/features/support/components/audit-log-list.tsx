import { Box, Button, NativeSelect, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { DateField } from "@/ui/dates/date-field";
import type { DataColumn } from "@/ui/table/columns";
import { useListAddress } from "@/ui/table/list-address";
import { toastFailure } from "@/ui/toast-failure";
import { buildPeriodParams, useAuditLogAddress } from "../audit-log-address";
import { AUDIT_ENTRY_KINDS, type AuditEntry, useAuditLog, useOperators } from "../support-data";
import { useDownloadAuditLog } from "../use-download-audit-log";
import { AdminList } from "./admin-list";
import classes from "./audit-log-list.module.css";

/** Width in pixels of the word before a date, in either language. */
const LABEL_WIDTH_PX = 58;

interface Props {
  /** Only actions on this team or this user. */
  readonly team?: string;
  readonly user?: string;
}

/** The audit log of actions, with operator, target, time and reason. */
export function AuditLogList({ team, user }: Props) {
  const { t } = useTranslation();
  const [address, change] = useListAddress({ defaultSort: "-at", sorts: ["at"], size: 25 });
  const [filters, narrow] = useAuditLogAddress();
  const filter = { team, user, kind: filters.kind, operator: filters.operator, ...buildPeriodParams(filters) };
  const record = useAuditLog(address, filter);
  const operators = useOperators().data ?? [];
  const file = useDownloadAuditLog();
  const isWhole = team === undefined && user === undefined;
  const isNarrowed = address.search !== "" || Object.values(filters).some((value) => value !== undefined);

  const columns = useMemo<readonly DataColumn<AuditEntry>[]>(() => {
    const actWords = ({ kind, sessions, subject }: AuditEntry): string => {
      const count = sessions !== null && sessions > 1 ? ` (${formatInteger(sessions)})` : "";
      return `${t(`support.actKinds.${kind}`)}${count}${subject ? `: ${subject}` : ""}`;
    };
    return [
      {
        id: "at",
        header: t("support.when"),
        width: 110,
        isSortable: true,
        cell: ({ at }) => <RelativeTime at={at} />,
      },
      {
        id: "kind",
        header: t("terms.action"),
        width: 200,
        least: 140,
        isFixed: true,
        text: actWords,
        cell: (act) => (
          <Box component="span" display="block" lh="xs" style={{ whiteSpace: "normal" }}>
            {actWords(act)}
          </Box>
        ),
      },
      ...(team === undefined
        ? [
            {
              id: "team",
              header: t("words.team"),
              width: 140,
              least: 110,
              text: ({ teamName }: AuditEntry) => teamName ?? "",
              cell: ({ teamId, teamName }: AuditEntry) =>
                teamId ? <Link to={`/admin/teams/${teamId}`}>{teamName}</Link> : "–",
            },
          ]
        : []),
      ...(user === undefined
        ? [
            {
              id: "user",
              header: t("terms.user"),
              width: 200,
              least: 140,
              text: ({ userEmail }: AuditEntry) => userEmail ?? "",
              cell: ({ userId, userEmail }: AuditEntry) =>
                userId ? <Link to={`/admin/users/${userId}`}>{userEmail}</Link> : "–",
            },
          ]
        : []),
      {
        id: "reason",
        header: t("terms.reason"),
        width: 240,
        least: 140,
        text: ({ reason }) => reason,
        cell: ({ reason }) => reason,
      },
      {
        id: "operator",
        header: t("support.operator"),
        width: 200,
        cell: ({ operatorEmail, address: place }) => (
          <span title={place ?? undefined}>{operatorEmail || t("support.commandLine")}</span>
        ),
      },
    ];
  }, [t, team, user]);

  return (
    <AdminList<AuditEntry>
      label={t("words.auditLog")}
      searchLabel={t(isWhole ? "support.searchRecord" : "terms.reason")}
      filters={
        <div className={classes.filters}>
          <NativeSelect
            size="sm"
            aria-label={t("terms.action")}
            value={filters.kind ?? ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              narrow({ kind: AUDIT_ENTRY_KINDS.find((kind) => kind === value) });
            }}
            data={[
              { value: "", label: t("support.anyAct") },
              ...AUDIT_ENTRY_KINDS.map((value) => ({ value, label: t(`support.actKinds.${value}`) })),
            ]}
          />
          <NativeSelect
            size="sm"
            aria-label={t("support.operator")}
            value={filters.operator ?? ""}
            onChange={(event) => narrow({ operator: event.currentTarget.value || undefined })}
            data={[
              { value: "", label: t("support.anyOperator") },
              ...operators.map(({ userId, fullname }) => ({ value: userId, label: fullname })),
            ]}
          />
          <DateField
            size="sm"
            aria-label={t("support.from")}
            leftSection={
              <Text span size="sm" c="dimmed">
                {t("terms.from")}
              </Text>
            }
            leftSectionWidth={LABEL_WIDTH_PX}
            value={filters.from ?? ""}
            max={filters.to}
            onChange={(from) => narrow({ from: from || undefined })}
          />
          <DateField
            size="sm"
            aria-label={t("support.to")}
            leftSection={
              <Text span size="sm" c="dimmed">
                {t("terms.to")}
              </Text>
            }
            leftSectionWidth={LABEL_WIDTH_PX}
            value={filters.to ?? ""}
            min={filters.from}
            onChange={(to) => narrow({ to: to || undefined })}
          />
        </div>
      }
      after={
        <Button
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
          disabled={record.data?.total === 0}
          loading={file.isPending}
          onClick={() =>
            file.mutate(
              { ...filter, search: address.search },
              {
                onError: (failure) => toastFailure(failure, t),
              },
            )
          }
        >
          {t("support.exportCsv")}
        </Button>
      }
      columns={columns}
      answer={record}
      address={address}
      onChange={change}
      rowId={({ actId }) => actId}
      rowName={({ kind, at }) => `${t(`support.actKinds.${kind}`)}, ${formatDateTime(at)}`}
      empty={{ title: t("support.noActs"), text: t("support.noActsHelp") }}
      isNarrowed={isNarrowed}
      onClear={() => {
        change({ search: "" });
        narrow({ kind: undefined, operator: undefined, from: undefined, to: undefined });
      }}
    />
  );
}
