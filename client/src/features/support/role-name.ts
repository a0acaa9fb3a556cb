import { composedKey, type Translate } from "@/lib/i18n/translation";

const PLAIN: ReadonlySet<string> = new Set(["admin", "member"]);

/** Name of a role: a text for standard roles, the team's own name for custom ones. */
export function roleName(role: string, t: Translate): string {
  return PLAIN.has(role) ? t(composedKey(`support.roles.${role}`)) : role;
}
