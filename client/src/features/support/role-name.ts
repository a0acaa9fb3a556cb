import type { TFunction } from "i18next";

const PLAIN: ReadonlySet<string> = new Set(["admin", "member"]);

/** A plain role in words; a custom one has the name that the team gave it. */
export function roleName(role: string, t: TFunction): string {
  return PLAIN.has(role) ? t(`support.roles.${role}`) : role;
}
