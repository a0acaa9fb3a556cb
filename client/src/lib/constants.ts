/** Numbers and formats that the specification fixes for the whole interface (requirements 20). */

/** Version of this frontend (DISP-01). */
export const APP_VERSION = "2.3.12";

/** Version that a user's agreement is compared with (DISP-02, DISP-06); the server sends the same. */
export const POLICY_VERSION = "2.0.0";

/** Date formats (DISP-17 to 19, 29 to 33). */
export const DATE = "YYYY-MM-DD";
export const DATE_INPUT = "YYYY-MM-DD HH:mm";
export const DATE_MEDIUM = "DD MMM YYYY";
export const DATE_LONG = "DD MMMM YYYY";
export const TIME = { 12: "hh:mm A", 24: "HH:mm" } as const;
export const TIME_SECONDS = { 12: "hh:mm:ss A", 24: "HH:mm:ss" } as const;

export type HourFormat = 12 | 24;
export const DEFAULT_HOUR_FORMAT: HourFormat = 24;
/** Minutes east of UTC for a team without a time zone: +07:00 (DISP-28). */
export const DEFAULT_OFFSET_MINUTES = 7 * 60;

/** Rows per page of a list (DISP-38). */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;
/**
 * Phones: under 768 px (DISP-34), also in every stylesheet. The frame changes one pixel lower (shell/frame-state.ts).
 */
export const NARROW_QUERY = "(max-width: 767px)";
export const MAX_PAGE_LINKS = { narrow: 3, wide: 5 } as const;

/** DISP-35. */
export const MULTISELECT = { limit: 1000, maxDropdownHeight: 300 } as const;
/** DISP-36: no offset along the edge, two pixels away from it; closes on a choice. */
export const DROPDOWN = { offset: { mainAxis: 2, crossAxis: 0 }, closeOnItemClick: true } as const;
/** DISP-37. */
export const MODAL_SIZE = "md";
