import { Link } from "react-router";
import { DomainState } from "@/features/senders/public";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { useList } from "@/ui/table/use-list";
import { ConfigList } from "../components/config-list";
import { useTrxDomains } from "../domains-data";
import { buildResourceQuery } from "../resource-queries";
import type { TrxDomain } from "../shapes";

export function TrxDomainsPage() {
  const { t } = useTranslation();
  const list = useList("trx-domains", { defaultSort: "name", sorts: ["name", "createdAt"] });
  const page = useTrxDomains(buildResourceQuery(list.address));
  const columns: readonly DataColumn<TrxDomain>[] = [
    {
      id: "name",
      header: t("transactional.config.domain.name"),
      width: 260,
      least: 150,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      cell: ({ domainId, name }) => (
        <NameCell>
          <Link to={`/domain/${domainId}`}>{name}</Link>
        </NameCell>
      ),
    },
    {
      id: "state",
      header: t("words.status"),
      width: 200,
      least: 150,
      cell: ({ state }) => <DomainState state={state} />,
    },
    {
      id: "keys",
      header: t("transactional.config.keys"),
      width: 100,
      align: "end",
      isSecondary: true,
      cell: ({ keys }) => keys,
    },
    {
      id: "checkedAt",
      header: t("transactional.config.domain.checkedAt"),
      width: 160,
      align: "end",
      isSecondary: true,
      cell: ({ checkedAt }) => (checkedAt ? <RelativeTime at={checkedAt} /> : t("terms.never")),
    },
  ];
  return (
    <ConfigList<TrxDomain>
      noun="domain"
      list={list}
      page={page}
      columns={columns}
      rowId={({ domainId }) => domainId}
      rowName={({ name }) => name}
      add={{ to: "/domain/add", permission: "transactional.keys" }}
    />
  );
}
