import { IconPencil, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { CampaignsDrawing } from "../components/campaigns-drawing";
import { type Category, useCategoryCounts } from "../schedule-data";
import { useMay } from "../use-may";

const dialogs = () => import("../components/category-dialogs");
const RenameCategoryDialog = lazy(async () => ({ default: (await dialogs()).RenameCategoryDialog }));
const RemoveCategoryDialog = lazy(async () => ({ default: (await dialogs()).RemoveCategoryDialog }));

/** What campaigns are grouped by. */
export function CategoriesPage() {
  const { t } = useTranslation();
  const may = useMay();
  const categories = useCategoryCounts();
  const rows = categories.data?.counts ?? [];
  const [open, setOpen] = useState<{ readonly act: "rename" | "remove"; readonly category: Category }>();
  const columns = useMemo<readonly DataColumn<Category>[]>(
    () => [
      { id: "name", header: t("campaigns.name"), width: 180, isFixed: true, cell: ({ name }) => name },
      {
        id: "count",
        header: t("campaigns.categories.count"),
        width: 96,
        align: "end",
        cell: ({ count }) => integer(count),
      },
    ],
    [t],
  );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHead
        title={t("campaigns.categories.title")}
        state={
          categories.data
            ? t("campaigns.categories.total", { count: rows.length, total: integer(rows.length) })
            : t("campaigns.categories.loading")
        }
        crumbs={[{ label: t("campaigns.title"), to: "/campaigns" }, { label: t("campaigns.categories.title") }]}
      />
      {categories.isLoadingError ? (
        <LoadFailed failure={categories.error} onRetry={() => void categories.refetch()} />
      ) : categories.data && rows.length === 0 ? (
        <EmptyState
          drawing={<CampaignsDrawing />}
          title={t("campaigns.categories.emptyTitle")}
          text={t("campaigns.categories.emptyText")}
        />
      ) : (
        <DataTable<Category>
          label={t("campaigns.categories.title")}
          columns={columns}
          hidden={[]}
          rows={rows}
          rowId={({ name }) => name}
          rowName={({ name }) => name}
          status={categories.isPending ? "loading" : "ready"}
          rowActions={(category) =>
            may("edit")
              ? [
                  {
                    id: "rename",
                    label: t("campaigns.categories.rename"),
                    icon: IconPencil,
                    onClick: () => setOpen({ act: "rename", category }),
                  },
                  {
                    id: "remove",
                    label: t("campaigns.categories.remove"),
                    icon: IconTrash,
                    isDangerous: true,
                    onClick: () => setOpen({ act: "remove", category }),
                  },
                ]
              : []
          }
        />
      )}
      <Suspense fallback={null}>
        {open?.act === "rename" ? (
          <RenameCategoryDialog category={open.category} names={rows.map(({ name }) => name)} onClose={close} />
        ) : null}
        {open?.act === "remove" ? <RemoveCategoryDialog category={open.category} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
