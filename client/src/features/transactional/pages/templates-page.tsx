import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { EmptyState } from "@/ui/components/empty-state";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot } from "@/ui/components/status-dot";
import type { DataColumn } from "@/ui/table/columns";
import { ListSearch } from "@/ui/table/list-search";
import { PagedTable } from "@/ui/table/paged-table";
import { useList } from "@/ui/table/use-list";
import { toast } from "@/ui/toasts";
import { TemplatesIllustration } from "../components/templates-illustration";
import type { TemplateBrief } from "../shapes";
import { useDeleteTemplate, useTemplates } from "../templates/templates-data";

const NameDialog = lazy(async () => ({ default: (await import("../templates/name-dialog")).NameDialog }));

/** Templates that applications fill with data and send by name (TRX-53). */
export function TemplatesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canEdit = useCan()("transactional.edit");
  const list = useList("trxTemplates", { defaultSort: "-updatedAt", sorts: ["name", "createdAt", "updatedAt"] });
  const templates = useTemplates(list.address);
  const [isMaking, setMaking] = useState(false);
  const [deleted, setDeleted] = useState<TemplateBrief>();
  const total = templates.data?.total ?? 0;
  const isBare = templates.data?.total === 0 && !list.isNarrowed;
  const columns = useMemo<readonly DataColumn<TemplateBrief>[]>(
    () => [
      {
        id: "name",
        header: t("words.name"),
        width: 260,
        least: 124,
        isFixed: true,
        text: ({ name }) => name,
        cell: ({ id, name }) => (
          <Link to={`/trx-templates/${id}`} dir="auto">
            {name}
          </Link>
        ),
      },
      {
        id: "slug",
        header: t("transactional.templates.slug"),
        width: 200,
        least: 130,
        isSecondary: true,
        text: ({ slug }) => slug,
        cell: ({ slug }) => <code className="mono">{slug}</code>,
      },
      {
        id: "version",
        header: t("transactional.templates.version"),
        width: 150,
        least: 110,
        cell: ({ version }) => (
          <StatusDot kind={version === null ? "off" : "ok"}>
            {version === null
              ? t("transactional.templates.unpublished")
              : t("transactional.templates.number", { number: version })}
          </StatusDot>
        ),
      },
      {
        id: "updatedAt",
        header: t("words.updated"),
        width: 130,
        least: 112,
        align: "end",
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [t],
  );
  const make = canEdit ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setMaking(true)}
    >
      {t("transactional.templates.create")}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHead
        title={t("words.templates")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("words.templates") }]}
        state={
          templates.data
            ? t("transactional.templates.total", { count: total, total: formatInteger(total) })
            : t("words.loading")
        }
        actions={isBare ? undefined : make}
      />
      {isBare ? null : (
        <ListSearch
          label={t("transactional.templates.search")}
          value={list.address.search}
          onSearch={(search) => list.change({ search })}
        />
      )}
      <PagedTable<TemplateBrief>
        label={t("words.templates")}
        columns={columns}
        answer={templates}
        address={list.address}
        onChange={list.change}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={
          canEdit
            ? (template) => [
                {
                  id: "delete",
                  label: t("transactional.templates.delete"),
                  icon: IconTrash,
                  isDangerous: true,
                  onClick: () => setDeleted(template),
                },
              ]
            : undefined
        }
        empty={
          list.isNarrowed ? (
            <EmptyState
              drawing={<TemplatesIllustration />}
              title={t("transactional.templates.noMatch")}
              text={t("terms.searchForAnotherWordOrPartOfOne")}
              action={<Button onClick={list.clear}>{t("terms.clearSearch")}</Button>}
            />
          ) : (
            <EmptyState
              drawing={<TemplatesIllustration />}
              title={t("transactional.templates.emptyTitle")}
              text={t("transactional.templates.emptyText")}
              action={make}
            />
          )
        }
      />
      <Suspense fallback={null}>
        {isMaking ? (
          <NameDialog onClose={() => setMaking(false)} onDone={(id) => void navigate(`/trx-templates/${id}`)} />
        ) : null}
      </Suspense>
      {deleted ? <DeleteDialog template={deleted} onClose={() => setDeleted(undefined)} /> : null}
    </>
  );
}

function DeleteDialog({ template, onClose }: { readonly template: TemplateBrief; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useDeleteTemplate();
  return (
    <ConfirmDialog
      title={t("words.deleteName", { name: template.name })}
      confirmLabel={t("transactional.templates.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(template.id, {
          onSuccess: () => {
            toast("success", t("terms.nameDeleted", { name: template.name }));
            onClose();
          },
        })
      }
    >
      <p>{t("transactional.templates.deleteHelp", { slug: template.slug })}</p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
