import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useMe } from "@/features/session/public";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { useListView } from "@/ui/table/list-view";
import { Pager } from "@/ui/table/pager";
import classes from "../components/domain.module.css";
import { DomainState, GraceLeft } from "../components/domain-state";
import { DomainsDrawing } from "../components/domains-drawing";
import { SendersTabs } from "../components/senders-tabs";
import { type Domain, useDomains } from "../domains-data";
import { RECORD_DOTS, stateOf } from "../record-state";

const AddDomainDialog = lazy(async () => ({
  default: (await import("../components/add-domain-dialog")).AddDomainDialog,
}));
const DeleteDomainDialog = lazy(async () => ({
  default: (await import("../components/delete-domain-dialog")).DeleteDomainDialog,
}));

type Open = { readonly kind: "add" } | { readonly kind: "delete"; readonly domain: Domain };

/** The domains that mail leaves from, and how far receivers can tell that it is genuine. */
export function DomainsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const [view, setView] = useListView("sender-domains");
  const [address, change] = useListAddress({ defaultSort: "name", size: view.size });
  const page = useDomains(address);
  const [open, setOpen] = useState<Open>();
  const total = page.data?.total ?? 0;
  const isBare = page.data !== undefined && total === 0;
  const isSearched = address.search !== "";

  const columns: readonly DataColumn<Domain>[] = [
    {
      id: "name",
      header: t("senders.domains.name"),
      width: 240,
      isFixed: true,
      isSortable: true,
      cell: (domain) => (
        <span className={classes.name}>
          <Link to={`/senders/domains/${domain.domainId}`}>{domain.name}</Link>
          {domain.default ? <StateBadge kind="plain">{t("senders.default")}</StateBadge> : null}
        </span>
      ),
    },
    {
      id: "status",
      header: t("senders.status"),
      width: 260,
      cell: ({ state, graceUntil }) => (
        <span className={classes.name}>
          <DomainState state={state} />
          {graceUntil ? <GraceLeft until={graceUntil} /> : null}
        </span>
      ),
    },
    { id: "records", header: t("senders.domains.records"), width: 260, cell: (domain) => <Pills domain={domain} /> },
    {
      id: "checkedAt",
      header: t("senders.domains.checkedAt"),
      width: 140,
      align: "end",
      cell: ({ checkedAt }) => (checkedAt ? <RelativeTime at={checkedAt} /> : t("senders.domains.notYet")),
    },
  ];
  const addButton = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => setOpen({ kind: "add" })}
    >
      {t("senders.domains.add")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("senders.title")}
        state={
          page.data ? t("senders.domains.total", { count: total, total: integer(total) }) : t("senders.domains.loading")
        }
        crumbs={[{ label: t("senders.group") }, { label: t("senders.title") }]}
        actions={mayEdit && !(isBare && !isSearched) ? addButton : undefined}
        tabs={<SendersTabs />}
      />
      {isBare && !isSearched ? null : (
        <ListSearch
          label={t("senders.domains.search")}
          value={address.search}
          onSearch={(search) => change({ search })}
        />
      )}
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : isBare ? (
        <EmptyState
          drawing={<DomainsDrawing />}
          title={isSearched ? t("senders.domains.noMatch") : t("senders.domains.emptyTitle")}
          text={isSearched ? t("senders.domains.noMatchHelp") : t("senders.domains.emptyText")}
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
          <DataTable<Domain>
            label={t("senders.domains.title")}
            columns={columns}
            hidden={view.hidden}
            rows={page.data?.items ?? []}
            rowId={({ domainId }) => domainId}
            rowName={({ name }) => name}
            status={page.isPending ? "loading" : "ready"}
            isStale={page.isPlaceholderData === true}
            sort={address.sort}
            onSort={(sort) => change({ sort })}
            {...(mayEdit
              ? {
                  rowActions: (domain: Domain) => [
                    {
                      id: "delete",
                      label: t("senders.domains.delete"),
                      icon: IconTrash,
                      isDangerous: true,
                      onClick: () => setOpen({ kind: "delete", domain }),
                    },
                  ],
                }
              : {})}
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
      <Suspense fallback={null}>
        {open?.kind === "add" ? (
          <AddDomainDialog
            onClose={() => setOpen(undefined)}
            onDone={({ domainId }) => void navigate(`/senders/domains/${domainId}`)}
          />
        ) : null}
        {open?.kind === "delete" ? (
          <DeleteDomainDialog domain={open.domain} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Each record as a dot, with its words for who hovers or hears. */
function Pills({ domain }: { readonly domain: Domain }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.pills}>
      {domain.records.map((record, index) => {
        const words = t("senders.domains.pill", {
          kind: t(`senders.domains.kinds.${record.kind}`),
          verdict: t(`senders.domains.verdicts.${stateOf(record)}`),
        });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: of two keys nothing else is told apart here
          <li key={`${record.kind}${index}`} title={words} data-kind={RECORD_DOTS[stateOf(record)]}>
            <span className="visually-hidden">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
