import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { keyOf, mutation } from "@/lib/api/data";
import { newestQuery, type ProductUpdate } from "./help-data";

/**
 * Says to the server, once, that the updates listed have been seen, and tells which of them were new before that: their
 * marks stay while the list is looked at.
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
          client.setQueryData(newestQuery().queryKey, { item: null });
          void client.invalidateQueries({ queryKey: keyOf("get", "/api/product-update"), refetchType: "none" });
        },
      },
    );
  });

  useEffect(() => {
    const found = (updates ?? []).filter(({ isNew }) => isNew).map(({ id }) => id);
    if (found.length === 0) return;
    setFresh(new Set(found));
    markSeen();
  }, [updates]);
  return (id) => fresh.has(id);
}
