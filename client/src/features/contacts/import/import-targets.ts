import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { CustomField } from "../fields-data";
import type { ImportSetting } from "./imports-data";

export type ImportTarget = ImportSetting["targets"][number];

const CUSTOM_PREFIX = "custom:";

export function customTarget(fieldId: CustomField["id"]): string {
  return CUSTOM_PREFIX + fieldId;
}

export function isCustomTarget({ target }: Pick<ImportTarget, "target">): boolean {
  return target.startsWith(CUSTOM_PREFIX);
}

/** Name of a target: the text `contacts.<target>`, or the name of a custom field. */
export function targetName(target: ImportTarget, t: Translate): string {
  return isCustomTarget(target)
    ? target.title
    : t(toTextKey(`contacts.${target.target}`), { defaultValue: target.title });
}
