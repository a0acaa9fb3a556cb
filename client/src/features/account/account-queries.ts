import { query } from "@/lib/api/data";

export const profileQuery = query("get", "/api/users/profile");
export const twoFactorQuery = query("get", "/api/users/two-factor");
/** No event updates the time at which a device was last seen, so every opening refetches the list. */
export const sessionsQuery = query("get", "/api/users/sessions", {}, { staleTime: 0 });
export const companyQuery = query("get", "/api/companies/detail");
export const settingsQuery = query("get", "/api/companies/settings");
