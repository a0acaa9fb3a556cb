import { type ErrorArea, entry } from "@/lib/catalogue/entry";

/** What can go wrong with segments. */
export const segmentsErrors: ErrorArea = {
  rows: [entry("segmentExists", "field"), entry("segmentCircle", "field")],
};
