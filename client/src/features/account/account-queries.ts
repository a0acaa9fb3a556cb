import { query } from "@/lib/api/data";

export const profileQuery = query("get", "/api/users/profile");
export const twoFactorQuery = query("get", "/api/users/two-factor");
/** When a device was last seen is told by no event, so the list is asked for anew whenever it is opened. */
export const sessionsQuery = query("get", "/api/users/sessions", {}, { staleTime: 0 });
export const companyQuery = query("get", "/api/companies/detail");
export const settingsQuery = query("get", "/api/companies/settings");
export const timezonesQuery = query("get", "/api/lookups/timezone", {}, { staleTime: Number.POSITIVE_INFINITY });
