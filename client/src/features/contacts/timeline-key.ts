/** Where timelines stand in the cache; a contact's id follows. */
export const TIMELINE_KEY = ["contacts", "timeline"] as const;
