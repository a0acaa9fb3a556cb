import { useList } from "@/ui/table/use-list";
import { ConfigList } from "../components/config-list";
import { useKeyColumns } from "../components/key-columns";
import { useKeys } from "../keys-data";
import { buildResourceQuery } from "../resource-queries";
import type { ApiKey } from "../shapes";

export function ApiKeysPage() {
  const list = useList("apikeys", { defaultSort: "-createdAt", sorts: ["name", "createdAt", "lastUsedAt"] });
  const page = useKeys(buildResourceQuery(list.address));
  const columns = useKeyColumns();
  return (
    <ConfigList<ApiKey>
      noun="apikey"
      list={list}
      page={page}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      add={{ to: "/apikey/generate", permission: "transactional.keys" }}
    />
  );
}
