import { type ErrorArea, entry } from "@/lib/catalogue/entry";

/** What can go wrong with delivery. */
export const deliveryErrors: ErrorArea = {
  rows: [entry("complaintStays"), entry("sendingPaused")],
};
