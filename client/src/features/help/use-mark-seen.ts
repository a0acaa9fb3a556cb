import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { buildQueryKey, mutation } from "@/lib/api/data";
import { newestUpdateQuery, type ProductUpdate } from "./help-data";

/**
 * Marks the listed updates as seen on the server, once. Returns whether an update was new before that, so that its mark
 * remains while the list is open.
 */
export function useMarkSeen(updates: readonly ProductUpdate[] | undefined): (id: string) => boolean {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const see = useMutation(mutation("put", "/api/users/new-release"));

  const markSeen = useEffectEvent(() => {
    see.mutate(
      {},
      {
        onSuccess: () => {
          client.setQueryData(newestUpdateQuery().queryKey, { item: null });
          void client.invalidateQueries({ queryKey: buildQueryKey("get", "/api/product-update"), refetchType: "none" });
        },
      },
    );
  });

  useEffect(() => {
    const newIds = (updates ?? []).filter(({ isNew }) => isNew).map(({ id }) => id);
    if (newIds.length === 0) return;
    setFresh(new Set(newIds));
    markSeen();
  }, [updates]);
  return (id) => fresh.has(id);
}
