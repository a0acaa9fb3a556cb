/** Prefix of the timelines' query keys; a contact's id follows. */
export const TIMELINE_KEY = ["contacts", "timeline"] as const;
