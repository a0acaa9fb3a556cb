import { Group } from "@mantine/core";
import { lazy, useMemo } from "react";
import { Link } from "react-router";
import { filterOpenAdvice, RowFlag, useAdvice } from "@/features/advice/public";
import { useLabels } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { LabelTag } from "../components/label-tag";
import { NamedRecords, type RecordColumn } from "../components/named-records";
import { type Label, useDeleteLabel } from "../labels-data";

const LabelDialog = lazy(async () => ({ default: (await import("../components/label-dialog")).LabelDialog }));

export function LabelsPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const remove = useDeleteLabel();
  const advice = useAdvice(useCan()("report.view")).data?.items;
  const columns = useMemo<readonly RecordColumn<Label>[]>(
    () => [
      {
        id: "name",
        header: t("contacts.labelName"),
        cell: (label) => (
          <Group component="span" gap={6} wrap="nowrap" display="inline-flex" miw={0}>
            <RowFlag items={filterOpenAdvice(`label:${label.id}`, advice)} />
            <Link to={`/contacts?label=${label.id}`}>
              <LabelTag label={label} />
            </Link>
          </Group>
        ),
      },
      { id: "count", header: t("contacts.tabContacts"), look: "number", cell: ({ count }) => formatInteger(count) },
      {
        id: "updatedAt",
        header: t("contacts.updatedAt"),
        look: "quiet",
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [t, advice],
  );
  return (
    <NamedRecords<Label>
      words={{
        table: t("contacts.labels"),
        create: t("contacts.labelNew"),
        emptyTitle: t("labels.emptyTitle"),
        emptyText: t("labels.emptyText"),
        change: ({ name }) => t("labels.renameNamed", { name }),
        remove: ({ name }) => t("labels.deleteNamed", { name }),
        removeTitle: ({ name }) => t("labels.deleteTitle", { name }),
        removeHelp: ({ count }) => t("labels.deleteHelp", { count, total: formatInteger(count) }),
        removeConfirm: t("labels.delete"),
        removed: ({ name }) => t("labels.deleted", { name }),
      }}
      stateOf={({ length }) => [t("labels.total", { count: length, total: formatInteger(length) })]}
      records={labels}
      columns={columns}
      canEdit={useCan()("contact.label")}
      dialog={(label, close) => <LabelDialog label={label} onClose={close} />}
      removal={{ ...remove, run: ({ id }, options) => remove.mutate({ params: { path: { label_id: id } } }, options) }}
    />
  );
}
