import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { useList } from "@/ui/table/use-list";
import { ConfigList } from "../components/config-list";
import { buildResourceQuery } from "../resource-queries";
import type { Subaccount } from "../shapes";
import { useSubaccounts } from "../subaccounts-data";

/** Subaccounts: customers or products with separate keys and a separate limit. */
export function SubaccountsPage() {
  const { t } = useTranslation();
  const list = useList("subaccounts", { defaultSort: "name", sorts: ["name", "createdAt"] });
  const page = useSubaccounts(buildResourceQuery(list.address));
  const columns: readonly DataColumn<Subaccount>[] = [
    {
      id: "name",
      header: t("words.name"),
      width: 240,
      least: 140,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <NameCell>
          <Link to={`/subaccount/${id}`}>{name}</Link>
        </NameCell>
      ),
    },
    {
      id: "state",
      header: t("words.status"),
      width: 140,
      least: 120,
      cell: ({ active }) => (
        <StatusDot kind={active ? "ok" : "off"}>
          {t(`transactional.config.subaccount.${active ? "active" : "inactive"}`)}
        </StatusDot>
      ),
    },
    {
      id: "email",
      header: t("transactional.config.subaccount.email"),
      width: 220,
      least: 150,
      isSecondary: true,
      text: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      id: "used",
      header: t("transactional.config.subaccount.thisMonth"),
      width: 160,
      align: "end",
      isSecondary: true,
      cell: ({ used, monthlyLimit }) =>
        monthlyLimit === null
          ? formatInteger(used)
          : t("transactional.config.subaccount.ofLimit", {
              used: formatInteger(used),
              limit: formatInteger(monthlyLimit),
            }),
    },
    {
      id: "keys",
      header: t("transactional.config.keys"),
      width: 100,
      align: "end",
      isSecondary: true,
      cell: ({ keys }) => keys,
    },
  ];
  return (
    <ConfigList<Subaccount>
      noun="subaccount"
      list={list}
      page={page}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      add={{ to: "/subaccount/create", permission: "transactional.edit" }}
    />
  );
}
