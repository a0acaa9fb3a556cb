import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { usageQuery } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer, joinList } from "@/lib/filters";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { EmptyState } from "@/ui/components/empty-state";
import { Notice } from "@/ui/components/notice";
import { toast } from "@/ui/toasts";
import { ContactsDrawing } from "../components/contacts-drawing";
import { ContactsFrame } from "../components/contacts-frame";
import { LoadFailed } from "../components/load-failed";
import classes from "../components/plain-table.module.css";
import { type CustomField, useDeleteField, useFields } from "../fields-data";
import { useMay } from "../use-may";

const FieldDialog = lazy(async () => ({ default: (await import("../components/field-dialog")).FieldDialog }));

type Open = { readonly kind: "new" } | { readonly kind: "change" | "delete"; readonly field: CustomField } | undefined;

export function FieldsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { data: fields, error, refetch } = useFields();
  const retry = () => void refetch();
  const quota = useFieldQuota();
  const remove = useDeleteField();
  const [open, setOpen] = useState<Open>();
  const newButton = may("field") ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "new" })}
    >
      {t("contacts.fieldNew")}
    </Button>
  ) : undefined;

  function close(): void {
    remove.reset();
    setOpen(undefined);
  }

  const state = fields
    ? [
        t("contacts.fieldTotal", { count: fields.length, total: integer(fields.length) }),
        ...(quota === undefined || quota < 0 ? [] : [t("contacts.ofLimit", { limit: integer(quota) })]),
      ]
    : [t("contacts.loading")];

  return (
    <ContactsFrame state={state} actions={newButton}>
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {fields?.length === 0 ? (
        <EmptyState
          drawing={<ContactsDrawing />}
          title={t("contacts.fieldsEmptyTitle")}
          text={t("contacts.fieldsEmptyText")}
          action={newButton}
        />
      ) : null}
      {fields && fields.length > 0 ? (
        <div className={classes.card}>
          <table className={classes.table} aria-label={t("contacts.customFields")}>
            <thead>
              <tr>
                <th scope="col">{t("contacts.fieldName")}</th>
                <th scope="col">{t("contacts.fieldType")}</th>
                <th scope="col">{t("contacts.choices")}</th>
                <th scope="col">{t("contacts.mergeTag")}</th>
                {may("field") ? <th aria-hidden="true" /> : null}
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.id}>
                  <th scope="row">
                    <bdi>{field.name}</bdi>
                  </th>
                  <td className={classes.quiet}>{t(`contacts.type.${field.type}`)}</td>
                  <td className={classes.quiet}>{field.type === "dropdown" ? joinList(field.values) : "–"}</td>
                  <td>
                    <code className="mono">{field.tag}</code>
                  </td>
                  {may("field") ? (
                    <td className={classes.actions}>
                      <ActionIcon
                        size="xs"
                        aria-label={t("contacts.fieldChangeNamed", { name: field.name })}
                        onClick={() => setOpen({ kind: "change", field })}
                      >
                        <IconPencil size={16} stroke={1.7} />
                      </ActionIcon>
                      <ActionIcon
                        size="xs"
                        aria-label={t("contacts.fieldDeleteNamed", { name: field.name })}
                        onClick={() => setOpen({ kind: "delete", field })}
                      >
                        <IconTrash size={16} stroke={1.7} />
                      </ActionIcon>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {open?.kind === "new" || open?.kind === "change" ? (
          <FieldDialog field={open.kind === "change" ? open.field : undefined} onClose={close} />
        ) : null}
      </Suspense>
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={t("contacts.fieldDeleteNamed", { name: open.field.name })}
          confirmLabel={t("contacts.fieldDelete")}
          isDangerous
          isBusy={remove.isPending}
          onCancel={close}
          onConfirm={() =>
            remove.mutate(
              { params: { path: { field_id: open.field.id } } },
              {
                onSuccess: () => {
                  toast("success", t("contacts.fieldDeleted", { name: open.field.name }));
                  close();
                },
              },
            )
          }
        >
          <p>{t("contacts.fieldDeleteHelp")}</p>
          {isFailure(remove.error) ? <Notice kind="bad">{describeFailure(remove.error, t)}</Notice> : null}
        </ConfirmDialog>
      ) : null}
    </ContactsFrame>
  );
}

/** How many custom fields the plan allows; -1 when there is no limit, undefined while unknown. */
function useFieldQuota(): number | undefined {
  const { data } = useQuery({ ...usageQuery, meta: { quiet: true } });
  return data?.counters.find(({ subfeature }) => subfeature === "customField")?.limit;
}
