import { useList } from "@/ui/table/use-list";
import { useKeys } from "../keys-data";
import { ConfigList } from "../parts/config-list";
import { useKeyColumns } from "../parts/key-columns";
import { queryOf } from "../resource-queries";
import type { ApiKey } from "../shapes";

export function ApiKeysPage() {
  const list = useList("apikeys", { defaultSort: "-createdAt", sorts: ["name", "createdAt", "lastUsedAt"] });
  const page = useKeys(queryOf(list.address));
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
