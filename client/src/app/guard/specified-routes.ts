import type { RouteEntry, RouteRequirements } from "@/lib/routing";

const BILLING: RouteRequirements = { area: "billing", adminOnly: true };
const PAYING: RouteRequirements = { ...BILLING, allowedWithPaymentAuth: true };
const COMPOSER: RouteRequirements = { composer: true };

/** Requirements that the specification sets by route name. They apply as soon as a feature adds the route. */
const REQUIREMENTS_BY_NAME: Readonly<Record<string, RouteRequirements>> = {
  // TEAM-74 to 84. SHELL-166 and 167 name those that stay open to a payment session and to a suspended team.
  "billing-history": BILLING,
  "billing-paybill": PAYING,
  "billing-pay": PAYING,
  "billing-addpaypal": PAYING,
  "billing-plan": { ...BILLING, allowedWhileSuspended: true },
  "billing-plan-quota": BILLING,
  "billing-setting": BILLING,
  "billing-status": { ...PAYING, allowedWhileSuspended: true },
  "payment-process": { ...PAYING, allowedWhileSuspended: true },
  "manual-confirmation": { area: "billing", allowedWithPaymentAuth: true, allowedWhileSuspended: true },
  "landing-page": { adminOnly: true },
  "company-profile": { adminOnly: true },

  // SHELL-22 to 34
  "page-compose": COMPOSER,
  "template-page-compose": COMPOSER,
  "form-compose": COMPOSER,
  "form-au-compose": COMPOSER,
  "formpage-compose": COMPOSER,
  "template-form-compose": COMPOSER,
  "emailmarketing-compose-v3": COMPOSER,
  "emailplain-compose-v3": COMPOSER,
  "automation-compose-v3": COMPOSER,
  "automation-plain-compose-v3": COMPOSER,
  "template-compose-v3": COMPOSER,
  "template-plain-compose-v3": COMPOSER,
  "trx-template-compose-v3": COMPOSER,

  // SHELL-07, TEAM-186: the wizards of mt and obl share one address.
  "welcome-wizard": { vendors: ["mt", "obl"] },
};

/** Vendor areas by the prefix of a route's name (TEAM-119 to 122). */
const AREA_NAME_PATTERN = /^(billing|ticket|notification|whatsapp)(?:s?$|-)/;

/** `entry` with the requirements of its name; the entry's own values take precedence. */
export function applySpecifiedRequirements(entry: RouteEntry): RouteEntry {
  const area = AREA_NAME_PATTERN.exec(entry.name)?.[1] as RouteRequirements["area"] | undefined;
  return {
    ...(area ? { area } : {}),
    ...(entry.name.startsWith("admin-") ? { operator: true } : {}),
    ...REQUIREMENTS_BY_NAME[entry.name],
    ...entry,
  };
}
