/** How a picker of dates behaves where nothing else is said (REP-39, REP-40); days are written as in lib/constants. */
export const PICKER = {
  /** Hour of an end that gets a time. */
  hour: 12,
  minuteStep: 5,
  /** Milliseconds after the last key until what is typed counts. */
  debounceMs: 300,
} as const;

/** As in the theme's other fields; there it would be a part of every first load. */
export const FIELD_ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
