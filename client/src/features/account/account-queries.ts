import { $api } from "@/lib/api/hooks";

const QUIET = { meta: { quiet: true } } as const;

export const profileQuery = $api.queryOptions("get", "/api/users/profile", {}, QUIET);
export const twoFactorQuery = $api.queryOptions("get", "/api/users/two-factor", {}, QUIET);
/** When a device was last seen is told by no event, so the list is asked for anew whenever it is opened. */
export const sessionsQuery = $api.queryOptions("get", "/api/users/sessions", {}, { ...QUIET, staleTime: 0 });
export const companyQuery = $api.queryOptions("get", "/api/companies/detail", {}, QUIET);
export const settingsQuery = $api.queryOptions("get", "/api/companies/settings", {}, QUIET);
export const timezonesQuery = $api.queryOptions(
  "get",
  "/api/lookups/timezone",
  {},
  { ...QUIET, staleTime: Number.POSITIVE_INFINITY },
);
