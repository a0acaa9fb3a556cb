import { composedKey, type Translate } from "@/lib/i18n/translation";

/** Generic kinds, which have a translation; any other name is a product. */
const OURS: ReadonlySet<string> = new Set(["mobile", "desktop", "tablet", "webmail"]);
const NAMELESS: ReadonlySet<string> = new Set(["", "other", "unknown"]);

/** Display name of a device, program, operating system or client. */
export function kindWords(name: string, t: Translate): string {
  if (NAMELESS.has(name.toLowerCase())) return t("reports.devices.other");
  return OURS.has(name) ? t(composedKey(`reports.devices.${name}`)) : name;
}
