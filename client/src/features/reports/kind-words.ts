import { composedKey, type Translate } from "@/lib/i18n/translation";

/** Kinds of devices and clients that are words of ours; any other is the name of a product. */
const OURS: ReadonlySet<string> = new Set(["mobile", "desktop", "tablet", "webmail"]);
const NAMELESS: ReadonlySet<string> = new Set(["", "other", "unknown"]);

/** A device, program, system or client as it is read. */
export function kindWords(name: string, t: Translate): string {
  if (NAMELESS.has(name.toLowerCase())) return t("reports.devices.other");
  return OURS.has(name) ? t(composedKey(`reports.devices.${name}`)) : name;
}
