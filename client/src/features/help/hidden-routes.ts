import type { RouteEntry } from "@/lib/routing";

/**
 * Route names of screens without the help button: screens for subscribers, and all composers (SHELL-115 to SHELL-126).
 */
export const ROUTES_WITHOUT_HELP: ReadonlySet<string> = new Set([
  "email-reply",
  "email-forward",
  "email-complaint",
  "email-success",
  "manage-subscription",
  "replace-subscription",
  "success-replace-subscription",
  "success-subscription",
  "unsubscribe-subscription",
  "success-unsubscribe-subscription",
  "add-to-calendar",
  "page-compose",
  "template-page-compose",
  "form-compose",
  "form-au-compose",
  "formpage-compose",
  "template-form-compose",
  "emailmarketing-compose-v3",
  "emailplain-compose-v3",
  "automation-compose-v3",
  "automation-plain-compose-v3",
  "template-compose-v3",
  "template-plain-compose-v3",
  "trx-template-compose-v3",
]);

/** Whether a screen has the help button. */
export function hasHelpButton(entry: Pick<RouteEntry, "name" | "hideHelp"> | undefined): boolean {
  return entry !== undefined && !entry.hideHelp && !ROUTES_WITHOUT_HELP.has(entry.name);
}
