import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { filterOpenAdvice, RowFlag, useAdvice } from "@/features/advice/public";
import { useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { useList } from "@/ui/table/use-list";
import { useDomainPackets } from "../buying-data";
import { DomainState, GracePeriodCountdown } from "../components/domain-state";
import { DomainsIllustration } from "../components/domains-illustration";
import { SendersList } from "../components/senders-list";
import { type Domain, useDomains } from "../domains-data";
import { getRecordState, RECORD_DOTS } from "../record-state";
import classes from "./domains-page.module.css";

const AddDomainDialog = lazy(async () => ({
  default: (await import("../components/add-domain-dialog")).AddDomainDialog,
}));
const DeleteDomainDialog = lazy(async () => ({
  default: (await import("../components/delete-domain-dialog")).DeleteDomainDialog,
}));

/** Width of the badges beside a name. */
const BADGES_PX = 136;

type OpenDialog = { readonly kind: "add" } | { readonly kind: "delete"; readonly domain: Domain };

/** The team's sending domains with their authentication status. */
export function DomainsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList("sender-domains", { defaultSort: "name", sorts: ["name", "createdAt"] });
  const page = useDomains(list.address);
  const isSold = (useDomainPackets().data?.items.length ?? 0) > 0;
  const advice = useAdvice(useMe()?.permissions.includes("report.view") ?? false).data?.items;
  const [open, setOpen] = useState<OpenDialog>();
  const total = page.data?.total ?? 0;

  function badges(domain: Domain): ReactNode {
    return (
      <>
        <RowFlag items={filterOpenAdvice(`domain:${domain.name}`, advice)} />
        {domain.default ? <StateBadge kind="plain">{t("terms.default")}</StateBadge> : null}
        {domain.category === "BOUGHT" ? <StateBadge kind="plain">{t("senders.buy.bought")}</StateBadge> : null}
      </>
    );
  }

  const columns: readonly DataColumn<Domain>[] = [
    {
      id: "name",
      header: t("words.domain"),
      width: 240,
      least: 200,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      decoration: BADGES_PX,
      cell: (domain) => (
        <NameCell>
          <Link to={`/senders/domains/${domain.domainId}`}>{domain.name}</Link>
          {badges(domain)}
        </NameCell>
      ),
    },
    {
      id: "status",
      header: t("words.status"),
      width: 260,
      least: 176,
      cell: ({ state, graceUntil }) => (
        <NameCell>
          <DomainState state={state} />
          {graceUntil ? <GracePeriodCountdown until={graceUntil} /> : null}
        </NameCell>
      ),
    },
    {
      id: "records",
      header: t("senders.domains.records"),
      width: 260,
      least: 116,
      cell: (domain) => <DomainBadges domain={domain} />,
    },
    {
      id: "checkedAt",
      header: t("senders.domains.checkedAt"),
      width: 140,
      align: "end",
      cell: ({ checkedAt }) => (checkedAt ? <RelativeTime at={checkedAt} /> : t("senders.domains.notYet")),
    },
  ];
  return (
    <>
      <SendersList<Domain>
        list={list}
        page={page}
        label={t("terms.domains")}
        state={
          page.data ? t("terms.domainsCount", { count: total, total: formatInteger(total) }) : t("terms.loadingDomains")
        }
        search={t("senders.domains.search")}
        empty={{
          drawing: <DomainsIllustration />,
          title: t("terms.noDomainsYet"),
          text: t("senders.domains.emptyText"),
        }}
        noMatch={{ title: t("senders.domains.noMatch"), text: t("senders.domains.noMatchHelp") }}
        add={{ label: t("terms.addDomain"), onAdd: () => setOpen({ kind: "add" }) }}
        actions={
          isSold ? (
            <Button component={Link} to="/senders/domains/buy">
              {t("senders.buy.title")}
            </Button>
          ) : undefined
        }
        columns={columns}
        card={(domain) => ({
          to: `/senders/domains/${domain.domainId}`,
          title: (
            <>
              <bdi>{domain.name}</bdi>
              {badges(domain)}
            </>
          ),
          text: domain.graceUntil ? <GracePeriodCountdown until={domain.graceUntil} /> : undefined,
          status: <DomainState state={domain.state} />,
          date: domain.checkedAt ? <RelativeTime at={domain.checkedAt} /> : t("senders.domains.notYet"),
        })}
        rowId={({ domainId }) => domainId}
        rowName={({ name }) => name}
        rowActions={(domain) => [
          {
            id: "delete",
            label: t("senders.domains.delete"),
            icon: IconTrash,
            isDangerous: true,
            onClick: () => setOpen({ kind: "delete", domain }),
          },
        ]}
      />
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

/** One dot per DNS record, described by a tooltip and for screen readers. */
function DomainBadges({ domain }: { readonly domain: Domain }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.pills}>
      {domain.records.map((record, index) => {
        const words = t("senders.domains.pill", {
          kind: t(`senders.domains.kinds.${record.kind}`),
          verdict: t(`senders.domains.verdicts.${getRecordState(record)}`),
        });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two keys of one kind differ only by position
          <li key={`${record.kind}${index}`} title={words} data-kind={RECORD_DOTS[getRecordState(record)]}>
            <span className="said">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
