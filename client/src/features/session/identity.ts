import { useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { query } from "@/lib/api/data";
import { isStorageAvailable, readStoredJson, writeStored } from "@/lib/storage";

const REQUESTED_VENDOR = "vendor";

export type Identity = components["schemas"]["IdentityOut"];

/** The first paint uses the identity that this browser saw last, until the server responds. */
function readStoredIdentity(): Identity | undefined {
  const stored = readStoredJson("identity");
  return typeof stored === "object" && stored !== null && "vendor" in stored ? (stored as Identity) : undefined;
}

/** The brand requested by `?vendor=` in this tab; the server applies it in demo mode only. */
export function getRequestedVendor(): string | undefined {
  if (!isStorageAvailable()) return undefined;
  const requested = new URLSearchParams(window.location.search).get("vendor");
  if (requested !== null) sessionStorage.setItem(REQUESTED_VENDOR, requested);
  return sessionStorage.getItem(REQUESTED_VENDOR) || undefined;
}

export const identityQuery = query(
  "get",
  "/api/client",
  { params: { query: { vendor: getRequestedVendor() } } },
  { staleTime: Number.POSITIVE_INFINITY },
);

export function storeIdentity(identity: Identity): void {
  writeStored("identity", JSON.stringify(identity));
}

/** The brand of this address: name, mark, decoration and colour; undefined until first loaded. */
export function useIdentity(): Identity | undefined {
  const { data } = useQuery(identityQuery);
  return data ?? readStoredIdentity();
}
