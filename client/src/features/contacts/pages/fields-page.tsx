import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usageQuery } from "@/features/session/public";
import { integer, joinList } from "@/lib/filters";
import { NamedRecords, type RecordColumn } from "../components/named-records";
import { hasChoices, useDeleteField } from "../field-changes";
import { type CustomField, useFields } from "../fields-data";
import { useMay } from "../use-may";

const FieldDialog = lazy(async () => ({ default: (await import("../components/field-dialog")).FieldDialog }));

/** How many custom fields the plan allows; -1 when there is no limit, undefined while unknown. */
function useFieldQuota(): number | undefined {
  const { data } = useQuery({ ...usageQuery, meta: { quiet: true } });
  return data?.counters.find(({ subfeature }) => subfeature === "customField")?.limit;
}

export function FieldsPage() {
  const { t } = useTranslation();
  const fields = useFields();
  const quota = useFieldQuota();
  const remove = useDeleteField();
  const columns = useMemo<readonly RecordColumn<CustomField>[]>(
    () => [
      { id: "name", header: t("contactFields.name"), cell: ({ name }) => <bdi>{name}</bdi> },
      {
        id: "type",
        header: t("contactFields.typeLabel"),
        look: "quiet",
        cell: ({ type, becoming }) => {
          const from = t(`contactFields.type.${type}`);
          return becoming ? t("contactFields.becoming", { from, to: t(`contactFields.type.${becoming}`) }) : from;
        },
      },
      {
        id: "choices",
        header: t("contactFields.choices"),
        look: "quiet",
        cell: ({ type, values }) => (hasChoices(type) ? joinList(values) : "–"),
      },
      { id: "tag", header: t("contactFields.mergeTag"), cell: ({ tag }) => <code className="mono">{tag}</code> },
    ],
    [t],
  );
  const limit = quota === undefined || quota < 0 ? [] : [t("contacts.ofLimit", { limit: integer(quota) })];
  return (
    <NamedRecords<CustomField>
      words={{
        table: t("contacts.customFields"),
        create: t("contactFields.create"),
        emptyTitle: t("contactFields.emptyTitle"),
        emptyText: t("contactFields.emptyText"),
        change: ({ name }) => t("contactFields.changeNamed", { name }),
        remove: ({ name }) => t("contactFields.deleteNamed", { name }),
        removeHelp: () => t("contactFields.deleteHelp"),
        removeConfirm: t("contactFields.remove"),
        removed: ({ name }) => t("contactFields.deleted", { name }),
      }}
      stateOf={({ length }) => [t("contactFields.total", { count: length, total: integer(length) }), ...limit]}
      records={fields}
      columns={columns}
      mayChange={useMay()("field")}
      dialog={(field, close) => <FieldDialog field={field} onClose={close} />}
      removal={{ ...remove, run: ({ id }, options) => remove.mutate({ params: { path: { field_id: id } } }, options) }}
    />
  );
}
