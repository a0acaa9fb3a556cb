import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { isStorageAvailable, readStoredJson, writeStored } from "@/lib/storage";

const ASKED = "vendor";

export type Identity = components["schemas"]["IdentityOut"];

/** Seconds matter at the first paint: what this browser saw last stands until the server answers. */
function storedIdentity(): Identity | undefined {
  const stored = readStoredJson("identity");
  return typeof stored === "object" && stored !== null && "vendor" in stored ? (stored as Identity) : undefined;
}

/** The brand that `?vendor=` asked for in this tab; the server hears it in demo mode only. */
export function askedVendor(): string | undefined {
  if (!isStorageAvailable()) return undefined;
  const asked = new URLSearchParams(window.location.search).get("vendor");
  if (asked !== null) sessionStorage.setItem(ASKED, asked);
  return sessionStorage.getItem(ASKED) || undefined;
}

export const identityQuery = query(
  "get",
  "/api/client",
  { params: { query: { vendor: askedVendor() } } },
  { staleTime: Number.POSITIVE_INFINITY },
);

export function rememberIdentity(identity: Identity): void {
  writeStored("identity", JSON.stringify(identity));
}

/** Who the product is for this address: name, mark, decoration and colour; undefined until first known. */
export function useIdentity(): Identity | undefined {
  const { data } = useQuery(identityQuery);
  return data ?? storedIdentity();
}
