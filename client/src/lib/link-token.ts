import { useLocation } from "react-router";

/** The token of an emailed link, which is behind its `#`: browsers don't send that part, so no log can contain it. */
export function useLinkToken(): string {
  return useLocation().hash.slice(1);
}
