import { type Translate, toTextKey } from "@/lib/i18n/translation";

const STANDARD_ROLES: ReadonlySet<string> = new Set(["admin", "member"]);

/** Name of a role: a text for standard roles, the team's own name for custom ones. */
export function roleName(role: string, t: Translate): string {
  return STANDARD_ROLES.has(role) ? t(toTextKey(`support.roles.${role}`)) : role;
}
