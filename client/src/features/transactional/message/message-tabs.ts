/** Views of a message. */
export const MESSAGE_TABS = ["story", "preview", "source", "headers"] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];
