import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const reportsErrors: ErrorArea = {
  rows: [
    entry("waitDownloadReport", "notify", { dataTexts: ["wait for report or export"] }),
    entry("reportNotStarted"),
    entry("reportPastRetention"),
  ],
};
