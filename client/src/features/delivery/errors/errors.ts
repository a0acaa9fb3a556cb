import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const deliveryErrors: ErrorArea = {
  rows: [entry("complaintStays"), entry("sendingPaused")],
};
