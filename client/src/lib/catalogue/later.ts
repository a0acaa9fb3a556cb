import type { ApiFailure } from "../api/failure";
import { addToCatalogue } from "../errors";
import { type ErrorArea, entry } from "./entry";

/** Codes of limits with a text of their own, by feature and subfeature of the plan (ERR-15). */
const limitCodes = new Map<string, string>();

function findLimitCode({ payload: { feature, subfeature } }: ApiFailure): string | undefined {
  if (typeof feature !== "string" || typeof subfeature !== "string") return undefined;
  return limitCodes.get(`${feature}/${subfeature}`) ?? "overQuota";
}

/** Errors of no particular area that occur only after sign-in. They load with the first of them or with the shell. */
export const LATER_ERRORS: ErrorArea = {
  rows: [
    entry("userExpired", "notify", { dataTexts: ["account expired"], offer: "upgrade" }),
    entry("roleInvalid", "notify", { numbers: [33] }),
    entry("accepted", "exportNotice", { statuses: [202] }),
    entry("requestAccepted", "exportNotice"),
    entry("statsTimeout", "silent", { messages: ["stats timeout"] }),
    entry("countTimeout", "silent", { messages: ["count timeout"] }),
    entry("fetchTimeout", "silent", { messages: ["fetch timeout"] }),
    entry("editConflict", "silent"),
    entry("tooManyUnfinished"),
    entry("gone", "notify", { statuses: [410] }),
    entry("modificationNotAllowed", "notify", { numbers: [51] }),
    entry("actionNotAllowed"),
    entry("nameTaken", "field"),
    entry("inUse"),
    entry("overQuota", "notify", { offer: "upgrade" }),
    entry("quotaLimit", "notify", { offer: "upgrade" }),
    entry("quotaLimitExceeded", "notify", { messages: ["quota limit exceeded"], offer: "upgrade" }),
    entry("quotaLimitHit", "notify", { numbers: [52], offer: "upgrade" }),
    entry("featureDisabled", "notify", { offer: "upgrade" }),
    entry("fileError", "field", { numbers: [128] }),
    entry("storageFull", "notify"),
    entry("requestTimedOut"),
    entry("bodyTooLarge"),
    entry("addressTooLong"),
    entry("headersTooLarge"),
    entry("formUnreadable"),
  ],
  refinements: { quotaLimitExceeded: findLimitCode },
};

/** Registers these errors and those of the areas. */
export function registerLaterErrors(areas: readonly ErrorArea[]): void {
  for (const area of [LATER_ERRORS, ...areas]) {
    addToCatalogue(area);
    for (const [limit, code] of Object.entries(area.limits ?? {})) limitCodes.set(limit, code);
  }
}
