import { type TextKey, toTextKey } from "@/lib/i18n/translation";
import type { ActivityReference } from "./activity-data";

/**
 * Actions of each reference (ACT-06 to ACT-27, and the undo of an import or a deletion). Any other pair is shown as
 * unprocessed (ACT-28).
 */
const CHANGES = ["CREATED", "UPDATED", "DELETED"] as const;
const ACTIONS_BY_REFERENCE: Readonly<Record<string, readonly string[]>> = {
  scenario: ["SENT"],
  sender: CHANGES,
  contact: [...CHANGES, "EXPORT", "IMPORT", "UNDO", "RESTORED"],
  "contact-label": CHANGES,
  "contact-field": CHANGES,
  "media-manager": CHANGES,
  "media-manager-label": CHANGES,
  template: CHANGES,
  templates: CHANGES,
  page: CHANGES,
  form: CHANGES,
  campaign: [...CHANGES, "SENT", "DUPLICATED", "EXPORT", "PAUSED", "RESUMED", "STOPPED", "TESTED"],
  automation: [...CHANGES, "ACTIVATE"],
  sosmed: ["CREATED", "DELETED"],
  advice: ["UPDATED", "ACTIVATE", "UNDO"],
  webhook: [...CHANGES, "ACTIVATE"],
  subaccount: CHANGES,
  "transactional-template": [...CHANGES, "ACTIVATE"],
  "transactional-label": CHANGES,
  "transactional-setting": ["UPDATED"],
  "api-key": CHANGES,
  "transactional-domain": ["CREATED", "DELETED"],
  "transactional-message": ["VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED", "EXPORT"],
};

/** References that the feed can be filtered by; areas that are not built yet have no entries. */
export const REFERENCES = [
  "campaign",
  "contact",
  "contact-label",
  "sender",
  "transactional",
] as const satisfies readonly ActivityReference[];

export interface ActivityKind {
  readonly reference: string;
  readonly action: string;
}

/** Text keys of an activity: its sentence and the noun in it. */
export function getActivityKeys({ reference, action }: ActivityKind): { sentence: TextKey; noun: TextKey } | undefined {
  if (!ACTIONS_BY_REFERENCE[reference]?.includes(action)) return undefined;
  if (reference === "advice")
    return { sentence: toTextKey(`activity.advice.${action}`), noun: "activity.references.advice" };
  return { sentence: toTextKey(`activity.actions.${action}`), noun: toTextKey(`activity.references.${reference}`) };
}
