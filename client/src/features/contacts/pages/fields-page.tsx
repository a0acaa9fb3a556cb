import { lazy, Suspense, useMemo, useState } from "react";
import { useCan } from "@/features/session/public";
import { formatInteger, joinList } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { NamedRecords, type RecordColumn } from "../components/named-records";
import { UsualFields } from "../components/usual-fields";
import { hasChoices, useDeleteField, useFieldQuota } from "../field-changes";
import { type CustomField, type FieldStart, useFields } from "../fields-data";

const FieldDialog = lazy(async () => ({ default: (await import("../components/field-dialog")).FieldDialog }));

export function FieldsPage() {
  const { t } = useTranslation();
  const fields = useFields();
  const quota = useFieldQuota()?.limit;
  const canEdit = useCan()("contact.field");
  const [start, setStart] = useState<FieldStart>();
  const remove = useDeleteField();
  const columns = useMemo<readonly RecordColumn<CustomField>[]>(
    () => [
      { id: "name", header: t("words.name"), cell: ({ name }) => <bdi>{name}</bdi> },
      {
        id: "type",
        header: t("terms.type"),
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
  const limit = quota === undefined || quota < 0 ? [] : [t("contacts.ofLimit", { limit: formatInteger(quota) })];
  return (
    <>
      <NamedRecords<CustomField>
        words={{
          table: t("contacts.customFields"),
          create: t("contactFields.create"),
          emptyTitle: t("contactFields.emptyTitle"),
          emptyText: t("contactFields.emptyText"),
          change: ({ name }) => t("terms.editName", { name }),
          remove: ({ name }) => t("contactFields.deleteNamed", { name }),
          removeTitle: ({ name }) => t("contactFields.deleteTitle", { name }),
          removeHelp: () => t("contactFields.deleteHelp"),
          removeConfirm: t("contactFields.remove"),
          removed: ({ name }) => t("contactFields.deleted", { name }),
        }}
        stateOf={({ length }) => [t("contactFields.total", { count: length, total: formatInteger(length) }), ...limit]}
        records={fields}
        columns={columns}
        canEdit={canEdit}
        emptyAfter={canEdit ? <UsualFields onChoose={setStart} /> : undefined}
        dialog={(field, close) => <FieldDialog field={field} onClose={close} />}
        removal={{
          ...remove,
          run: ({ id }, options) => remove.mutate({ params: { path: { field_id: id } } }, options),
        }}
      />
      {start ? (
        <Suspense fallback={null}>
          <FieldDialog field={undefined} start={start} onClose={() => setStart(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
