import { $api } from "@/lib/api/hooks";

export const SEGMENTS_KEY = ["get", "/api/contacts/segment"] as const;
/** Who entered and left the segments that are looked at. */
export const SEGMENT_FOLLOWING_KEY = ["get", "/api/contacts/segment/{segment_id}/following"] as const;
/** What rules may ask for. */
export const SEGMENT_GRAMMAR_KEY = ["get", "/api/contacts/segment/grammar"] as const;
/** What was asked about the rules of segments, which changes with every contact. */
export const SEGMENT_RULES_KEY = ["segments", "rules"] as const;

/** The team's segments, to choose one of them. */
export function useSegmentChoices() {
  return $api.useQuery("get", "/api/contacts/segment", {}, { meta: { quiet: true } });
}
