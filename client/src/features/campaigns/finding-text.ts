import { getCauseText } from "@/lib/causes/cause-text";
import { formatInteger } from "@/lib/filters";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { CampaignFinding } from "./review-data";

export interface FindingText {
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Text key of a check result and its formatted values. */
export function describeFinding(finding: CampaignFinding, t: Translate): FindingText {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(finding.values)) {
    values[name] = typeof value === "number" && name !== "count" ? formatInteger(value) : value;
  }
  const cause = getCauseText(finding, t);
  if (cause !== undefined) values.cause = cause;
  const { count, reason } = finding.values;
  if (typeof count === "number") values.counted = formatInteger(count);
  if (typeof reason === "string") values.why = t(toTextKey(`campaigns.reasons.${reason}`));
  return { textKey: `campaigns.finding.${finding.code}`, values };
}
