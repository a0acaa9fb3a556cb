/** Views of a message. */
export const TABS = ["story", "preview", "source", "headers"] as const;
export type MessageTab = (typeof TABS)[number];
