import { causeText } from "@/lib/causes/cause-text";
import { integer } from "@/lib/filters";
import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { CampaignFinding } from "./review-data";

export interface FindingText {
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Text key of a check result and its formatted values. */
export function describeFinding(finding: CampaignFinding, t: Translate): FindingText {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(finding.values)) {
    values[name] = typeof value === "number" && name !== "count" ? integer(value) : value;
  }
  const cause = causeText(finding, t);
  if (cause !== undefined) values.cause = cause;
  const { count, reason } = finding.values;
  if (typeof count === "number") values.counted = integer(count);
  if (typeof reason === "string") values.why = t(composedKey(`campaigns.reasons.${reason}`));
  return { textKey: `campaigns.finding.${finding.code}`, values };
}
