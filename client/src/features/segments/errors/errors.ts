import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const segmentsErrors: ErrorArea = {
  rows: [entry("segmentExists", "field"), entry("segmentCircle", "field")],
};
