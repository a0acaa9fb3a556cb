import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { CampaignsIllustration } from "../components/campaigns-illustration";
import { type Category, useCategoryCounts } from "../schedule-data";
import { categoryPath } from "../use-category-filter";

const dialogs = () => import("../components/category-dialogs");
const NewCategoryDialog = lazy(async () => ({ default: (await dialogs()).NewCategoryDialog }));
const RenameCategoryDialog = lazy(async () => ({ default: (await dialogs()).RenameCategoryDialog }));
const RemoveCategoryDialog = lazy(async () => ({ default: (await dialogs()).RemoveCategoryDialog }));

export function CategoriesPage() {
  const { t } = useTranslation();
  const can = useCan();
  const categories = useCategoryCounts();
  const rows = categories.data?.counts ?? [];
  const [open, setOpen] = useState<{ readonly act: "rename" | "remove"; readonly category: Category } | "new">();
  const columns = useMemo<readonly DataColumn<Category>[]>(
    () => [
      {
        id: "name",
        header: t("words.name"),
        width: 144,
        isFixed: true,
        text: ({ name }) => name,
        cell: ({ name, count, tests }) => (
          <Link to={categoryPath(count > tests ? "/campaigns" : "/ab-tests", name)}>{name}</Link>
        ),
      },
      {
        id: "count",
        header: t("words.campaigns"),
        width: 96,
        align: "end",
        cell: ({ name, count, tests }) => (
          <Link to={categoryPath("/campaigns", name)}>{formatInteger(count - tests)}</Link>
        ),
      },
      {
        id: "tests",
        header: t("terms.abTests"),
        width: 96,
        align: "end",
        cell: ({ name, tests }) =>
          tests > 0 ? <Link to={categoryPath("/ab-tests", name)}>{formatInteger(tests)}</Link> : formatInteger(tests),
      },
    ],
    [t],
  );
  const close = (): void => setOpen(undefined);
  const newButton = can("campaign.edit") ? (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen("new")}
    >
      {t("campaigns.categories.new")}
    </Button>
  ) : undefined;
  const isBare = categories.data !== undefined && rows.length === 0;
  const named = open === "new" ? undefined : open;
  return (
    <>
      <PageHead
        title={t("campaigns.categories.title")}
        state={
          categories.data
            ? t("campaigns.categories.total", { count: rows.length, total: formatInteger(rows.length) })
            : t("campaigns.categories.loading")
        }
        crumbs={[{ label: t("words.campaigns"), to: "/campaigns" }, { label: t("campaigns.categories.title") }]}
        actions={isBare ? undefined : newButton}
      />
      {categories.isLoadingError ? (
        <LoadFailed failure={categories.error} onRetry={() => void categories.refetch()} />
      ) : isBare ? (
        <EmptyState
          drawing={<CampaignsIllustration />}
          title={t("campaigns.categories.emptyTitle")}
          text={t("campaigns.categories.emptyText")}
          action={newButton}
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
            can("campaign.edit")
              ? [
                  {
                    id: "new",
                    label: t("words.newCampaign"),
                    icon: IconPlus,
                    to: `${categoryPath("/campaigns", category.name)}&new`,
                  },
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
        {open === "new" ? <NewCategoryDialog names={rows.map(({ name }) => name)} onClose={close} /> : null}
        {named?.act === "rename" ? (
          <RenameCategoryDialog category={named.category} names={rows.map(({ name }) => name)} onClose={close} />
        ) : null}
        {named?.act === "remove" ? <RemoveCategoryDialog category={named.category} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
