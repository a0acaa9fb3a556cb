import { type Translate, toTextKey } from "@/lib/i18n/translation";

/** Generic kinds, which have a translation; any other name is a product. */
const TRANSLATED_KINDS: ReadonlySet<string> = new Set(["mobile", "desktop", "tablet", "webmail"]);
const NAMELESS: ReadonlySet<string> = new Set(["", "other", "unknown"]);

/** Display name of a device, program, operating system or client. */
export function formatKind(name: string, t: Translate): string {
  if (NAMELESS.has(name.toLowerCase())) return t("reports.devices.other");
  return TRANSLATED_KINDS.has(name) ? t(toTextKey(`reports.devices.${name}`)) : name;
}
