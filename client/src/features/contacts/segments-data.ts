import { useQuery } from "@tanstack/react-query";
import { keyOf, query } from "@/lib/api/data";

export const SEGMENTS_KEY = keyOf("get", "/api/contacts/segment");
/** Who entered and left the segments that are looked at. */
export const SEGMENT_FOLLOWING_KEY = keyOf("get", "/api/contacts/segment/{segment_id}/following");
/** What rules may ask for. */
export const SEGMENT_GRAMMAR_KEY = keyOf("get", "/api/contacts/segment/grammar");
/** What was asked about the rules of segments, which changes with every contact. */
export const SEGMENT_RULES_KEY = ["segments", "rules"] as const;

/** The team's segments, to choose one of them. */
export function useSegmentChoices() {
  return useQuery(query("get", "/api/contacts/segment"));
}
