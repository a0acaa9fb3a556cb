/** Base addresses of the API and the transactional API; a build can set others (HTTP-21). */
export const API_BASE: string = import.meta.env.VITE_API_BASE ?? "/api";
export const TRX_API_BASE: string = import.meta.env.VITE_TRX_API_BASE ?? "/trx-api";

/** Prefixes of the contract's paths, which do not depend on the configured bases. */
const CONTRACT_BASE = "/api/";
const TRX_CONTRACT_BASE = "/trx-api/";

/** Address of a path. Contract paths and relative paths are placed below the API's base (HTTP-01, HTTP-03). */
export function buildUrl(path: string, base: string = API_BASE): string {
  if (path.startsWith(TRX_CONTRACT_BASE)) return `${TRX_API_BASE}/${path.slice(TRX_CONTRACT_BASE.length)}`;
  if (path.startsWith(CONTRACT_BASE)) return `${base}/${path.slice(CONTRACT_BASE.length)}`;
  return path.startsWith("/") ? path : `${base}/${path}`;
}

function trimTrailingSlash(address: string): string {
  return address.replace(/\/$/, "");
}

/** Path of a URL relative to its base; the call patterns match this form. */
export function getPathBelowBase(url: string): string {
  const { pathname } = new URL(url, "http://app.invalid");
  const bases = [API_BASE, TRX_API_BASE].map((each) => trimTrailingSlash(new URL(each, "http://app.invalid").pathname));
  const own = bases.find((base) => pathname.startsWith(`${base}/`));
  return own === undefined ? pathname.slice(1) : pathname.slice(own.length + 1);
}

export function isTrxCall(url: string): boolean {
  const { origin } = window.location;
  return new URL(url, origin).href.startsWith(`${trimTrailingSlash(new URL(TRX_API_BASE, origin).href)}/`);
}
