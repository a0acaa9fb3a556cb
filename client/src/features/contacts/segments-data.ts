import { buildQueryKey } from "@/lib/api/data";

export const SEGMENTS_KEY = buildQueryKey("get", "/api/contacts/segment");
/** Key of the entries and exits of followed segments. */
export const SEGMENT_FOLLOWING_KEY = buildQueryKey("get", "/api/contacts/segment/{segment_id}/following");
/** Key of the grammar of rules. */
export const SEGMENT_GRAMMAR_KEY = buildQueryKey("get", "/api/contacts/segment/grammar");
/** Key of responses about rules, which change with every contact. */
export const SEGMENT_RULES_KEY = ["segments", "rules"] as const;
