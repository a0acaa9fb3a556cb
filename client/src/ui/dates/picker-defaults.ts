/** Default behaviour of date pickers (REP-39, REP-40). Date formats are in lib/constants. */
export const PICKER = {
  /** Default hour of an end that gets a time. */
  hour: 12,
  minuteStep: 5,
  /** Delay in milliseconds after the last key before typed text is read. */
  debounceMs: 300,
} as const;

/** Same as in the theme's other fields. Not part of the theme, because that would add it to the initial bundle. */
export const FIELD_ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
