import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { CustomField } from "./fields-data";
import type { ImportSetting } from "./imports-data";

export type ImportTarget = ImportSetting["targets"][number];

const CUSTOM = "custom:";

export function customTarget(fieldId: CustomField["id"]): string {
  return CUSTOM + fieldId;
}

export function isCustom({ target }: Pick<ImportTarget, "target">): boolean {
  return target.startsWith(CUSTOM);
}

/** Name of a target: the text `contacts.<target>`, or the name of a custom field. */
export function targetName(target: ImportTarget, t: Translate): string {
  return isCustom(target) ? target.title : t(composedKey(`contacts.${target.target}`), { defaultValue: target.title });
}
