import { useLocation } from "react-router";

/** The token of an emailed link, in its fragment (`#`). Browsers never send fragments, so no log can contain it. */
export function useLinkToken(): string {
  return useLocation().hash.slice(1);
}
