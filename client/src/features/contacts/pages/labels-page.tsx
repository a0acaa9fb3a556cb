import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { EmptyState } from "@/ui/components/empty-state";
import { Notice } from "@/ui/components/notice";
import { RelativeTime } from "@/ui/components/relative-time";
import { toast } from "@/ui/toasts";
import { ContactsDrawing } from "../components/contacts-drawing";
import { ContactsFrame } from "../components/contacts-frame";
import { LabelTag } from "../components/label-tag";
import { LoadFailed } from "../components/load-failed";
import classes from "../components/plain-table.module.css";
import { type Label, useDeleteLabel, useLabels } from "../labels-data";
import { useMay } from "../use-may";

const LabelDialog = lazy(async () => ({ default: (await import("../components/label-dialog")).LabelDialog }));

type Open = { readonly kind: "new" } | { readonly kind: "rename" | "delete"; readonly label: Label } | undefined;

export function LabelsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { data: labels, error, refetch } = useLabels();
  const retry = () => void refetch();
  const remove = useDeleteLabel();
  const [open, setOpen] = useState<Open>();
  const newButton = may("label") ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "new" })}
    >
      {t("contacts.labelNew")}
    </Button>
  ) : undefined;

  function close(): void {
    remove.reset();
    setOpen(undefined);
  }

  return (
    <ContactsFrame
      state={[
        labels
          ? t("contacts.labelTotal", { count: labels.length, total: integer(labels.length) })
          : t("contacts.loading"),
      ]}
      actions={newButton}
    >
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {labels?.length === 0 ? (
        <EmptyState
          drawing={<ContactsDrawing />}
          title={t("contacts.labelsEmptyTitle")}
          text={t("contacts.labelsEmptyText")}
          action={newButton}
        />
      ) : null}
      {labels && labels.length > 0 ? (
        <div className={classes.card}>
          <table className={classes.table} aria-label={t("contacts.labels")}>
            <thead>
              <tr>
                <th scope="col">{t("contacts.labelName")}</th>
                <th scope="col" className={classes.number}>
                  {t("contacts.tabContacts")}
                </th>
                <th scope="col">{t("contacts.updatedAt")}</th>
                {may("label") ? <th aria-hidden="true" /> : null}
              </tr>
            </thead>
            <tbody>
              {labels.map((label) => (
                <tr key={label.id}>
                  <th scope="row">
                    <Link to={`/contacts?label=${label.id}`}>
                      <LabelTag label={label} />
                    </Link>
                  </th>
                  <td className={classes.number}>{integer(label.count)}</td>
                  <td className={classes.quiet}>
                    <RelativeTime at={label.updatedAt} />
                  </td>
                  {may("label") ? (
                    <td className={classes.actions}>
                      <ActionIcon
                        size="xs"
                        aria-label={t("contacts.labelRenameNamed", { name: label.name })}
                        onClick={() => setOpen({ kind: "rename", label })}
                      >
                        <IconPencil size={16} stroke={1.7} />
                      </ActionIcon>
                      <ActionIcon
                        size="xs"
                        aria-label={t("contacts.labelDeleteNamed", { name: label.name })}
                        onClick={() => setOpen({ kind: "delete", label })}
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
        {open?.kind === "new" || open?.kind === "rename" ? (
          <LabelDialog label={open.kind === "rename" ? open.label : undefined} onClose={close} />
        ) : null}
      </Suspense>
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={t("contacts.labelDeleteNamed", { name: open.label.name })}
          confirmLabel={t("contacts.labelDelete")}
          isDangerous
          isBusy={remove.isPending}
          onCancel={close}
          onConfirm={() =>
            remove.mutate(
              { params: { path: { label_id: open.label.id } } },
              {
                onSuccess: () => {
                  toast("success", t("contacts.labelDeleted", { name: open.label.name }));
                  close();
                },
              },
            )
          }
        >
          <p>{t("contacts.labelDeleteHelp", { count: open.label.count, total: integer(open.label.count) })}</p>
          {isFailure(remove.error) ? <Notice kind="bad">{describeFailure(remove.error, t)}</Notice> : null}
        </ConfirmDialog>
      ) : null}
    </ContactsFrame>
  );
}
