import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "@/lib/api/client";
import { type ContactFilter, type ContactPage, refreshContacts } from "./contacts-data";
import { CHUNK_ROWS } from "./endless-chunks";
import { expectOwn } from "./own-acts";

/** Contacts that one call deletes: as many as the server takes. */
const BATCH = 1000;

async function oldest(filter: ContactFilter, after: string | null): Promise<ContactPage | undefined> {
  const { data } = await api.POST("/api/contacts/find", {
    body: { ...filter, sort: "createdAt", size: CHUNK_ROWS, ...(after ? { after } : {}) },
  });
  return data;
}

async function nextIds(filter: ContactFilter, until: string): Promise<readonly number[]> {
  const ids: number[] = [];
  let after: string | null = null;
  while (ids.length < BATCH) {
    // Oldest first, so that a contact which came after the person had decided ends it.
    const page: ContactPage | undefined = await oldest(filter, after);
    const items = page?.items ?? [];
    const own = items.filter(({ createdAt }) => createdAt <= until);
    ids.push(...own.map(({ contactId }) => contactId));
    after = page?.next ?? null;
    if (!after || own.length < items.length) break;
  }
  return ids;
}

/** Deletes all that match, a thousand at a time; it can be stopped between two of them. */
export function useDeleteMatching() {
  const client = useQueryClient();
  const [deleted, setDeleted] = useState(0);
  const isStopped = useRef(false);
  const mutation = useMutation({
    meta: { quiet: true },
    mutationFn: async (filter: ContactFilter) => {
      isStopped.current = false;
      const until = new Date().toISOString();
      let total = 0;
      while (!isStopped.current) {
        const ids = await nextIds(filter, until);
        if (ids.length === 0) break;
        expectOwn("deleted");
        const { data } = await api.POST("/api/contacts/delete", { body: { ids: [...ids] } });
        total += data?.count ?? 0;
        setDeleted(total);
        // Nothing went although there was something: others were faster, or it can't be deleted.
        if (!data?.count) break;
      }
      return total;
    },
    onSettled: () => refreshContacts(client),
  });
  return {
    ...mutation,
    deleted,
    stop: () => {
      isStopped.current = true;
    },
  };
}
