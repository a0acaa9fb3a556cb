import { Button } from "@mantine/core";
import { IconMail, IconPencil, IconPlus, IconStar, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import type { MenuItem } from "@/ui/components/menu-item";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import { toast } from "@/ui/toasts";
import { SenderDialog } from "../components/sender-dialog-slot";
import { SenderState } from "../components/sender-state";
import { SendersDrawing } from "../components/senders-drawing";
import { SendersTabs } from "../components/senders-tabs";
import { type Sender, useAskAgain, useMakeDefault, useSenders } from "../senders-data";
import classes from "./senders-page.module.css";

const DeleteSenderDialog = lazy(async () => ({
  default: (await import("../components/delete-sender-dialog")).DeleteSenderDialog,
}));

type Open = { readonly kind: "write"; readonly sender?: Sender } | { readonly kind: "delete"; readonly sender: Sender };

/** The addresses that mail may leave from. */
export function SendersPage() {
  const { t } = useTranslation();
  const mayEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const [view, setView] = useListView("senders");
  const [address, change] = useListAddress({ defaultSort: "name", size: view.size });
  const page = useSenders(address);
  const [open, setOpen] = useState<Open>();
  const ask = useAskAgain();
  const choose = useMakeDefault();
  const total = page.data?.total ?? 0;
  const isBare = page.data !== undefined && total === 0;
  const isSearched = address.search !== "";

  function tellFailure(failure: unknown): void {
    toast("warning", isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException"));
  }
  function askAgain(sender: Sender): void {
    ask.mutate(sender, {
      onSuccess: () => toast("info", t("senders.mailed", { email: sender.email })),
      onError: tellFailure,
    });
  }
  function makeDefault(sender: Sender): void {
    choose.mutate(sender, {
      onSuccess: () => toast("success", t("senders.nowDefault", { email: sender.email })),
      onError: tellFailure,
    });
  }

  const columns: readonly DataColumn<Sender>[] = [
    {
      id: "name",
      header: t("senders.name"),
      width: 220,
      isFixed: true,
      isSortable: true,
      cell: (sender) => (
        <span className={classes.name}>
          <span>{sender.name}</span>
          {sender.default ? <StateBadge kind="plain">{t("senders.default")}</StateBadge> : null}
        </span>
      ),
    },
    { id: "email", header: t("senders.email"), width: 260, isSortable: true, cell: ({ email }) => email },
    {
      id: "status",
      header: t("senders.status"),
      width: 360,
      cell: (sender) => (
        <span className={classes.name}>
          <SenderState isValidated={sender.validated} />
          {sender.authentication === "authenticated" ? null : (
            <Link className={classes.domain} to="/senders/domains">
              {t(`senders.authentication.${sender.authentication}`)}
            </Link>
          )}
          {!sender.validated && mayEdit ? (
            <button type="button" className={classes.again} onClick={() => askAgain(sender)}>
              {t("senders.askAgain")}
            </button>
          ) : null}
        </span>
      ),
    },
    {
      id: "createdAt",
      header: t("senders.createdAt"),
      width: 130,
      align: "end",
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];

  function actionsOf(sender: Sender): readonly MenuItem[] {
    return [
      {
        id: "edit",
        label: t("senders.change"),
        icon: IconPencil,
        onClick: () => setOpen({ kind: "write", sender }),
      },
      ...(sender.validated && !sender.default
        ? [{ id: "default", label: t("senders.makeDefault"), icon: IconStar, onClick: () => makeDefault(sender) }]
        : []),
      ...(sender.validated
        ? []
        : [{ id: "again", label: t("senders.askAgain"), icon: IconMail, onClick: () => askAgain(sender) }]),
      { id: "line", isDivider: true },
      {
        id: "delete",
        label: t("senders.delete"),
        icon: IconTrash,
        isDangerous: true,
        onClick: () => setOpen({ kind: "delete", sender }),
      },
    ];
  }

  const addButton = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "write" })}
    >
      {t("senders.add")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("senders.title")}
        state={page.data ? t("senders.total", { count: total, total: integer(total) }) : t("senders.loading")}
        crumbs={[{ label: t("senders.group") }, { label: t("senders.title") }]}
        actions={mayEdit && !(isBare && !isSearched) ? addButton : undefined}
        tabs={<SendersTabs />}
      />
      {isBare && !isSearched ? null : (
        <ListSearch label={t("senders.search")} value={address.search} onSearch={(search) => change({ search })} />
      )}
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : isBare ? (
        <EmptyState
          drawing={<SendersDrawing />}
          title={isSearched ? t("senders.noMatch") : t("senders.emptyTitle")}
          text={isSearched ? t("senders.noMatchHelp") : t("senders.emptyText")}
          action={
            isSearched ? (
              <Button onClick={() => change({ search: "" })}>{t("senders.clearSearch")}</Button>
            ) : mayEdit ? (
              addButton
            ) : undefined
          }
        />
      ) : (
        <>
          <DataTable<Sender>
            label={t("senders.title")}
            columns={columns}
            hidden={view.hidden}
            rows={page.data?.items ?? []}
            rowId={({ senderId }) => senderId}
            rowName={({ email }) => email}
            status={page.isPending ? "loading" : "ready"}
            isStale={page.isPlaceholderData === true}
            sort={address.sort}
            onSort={(sort) => change({ sort })}
            {...(mayEdit ? { rowActions: actionsOf } : {})}
          />
          {page.data ? (
            <Pager
              page={address.page}
              size={address.size}
              total={total}
              totalIsExact={page.data.totalIsExact ?? true}
              onPage={(next) => change({ page: next })}
              onSize={(size) => {
                setView({ size });
                change({ size });
              }}
            />
          ) : null}
        </>
      )}
      {open?.kind === "write" ? <SenderDialog sender={open.sender} onClose={() => setOpen(undefined)} /> : null}
      <Suspense fallback={null}>
        {open?.kind === "delete" ? (
          <DeleteSenderDialog sender={open.sender} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
