import { composedKey, type Translate } from "@/lib/i18n/translation";

const PLAIN: ReadonlySet<string> = new Set(["admin", "member"]);

/** A plain role in words; a custom one has the name that the team gave it. */
export function roleName(role: string, t: Translate): string {
  return PLAIN.has(role) ? t(composedKey(`support.roles.${role}`)) : role;
}
