import type { RouteEntry } from "@/lib/routing";

export const sessionRoutes: readonly RouteEntry[] = [
  {
    path: "/reminder-2fa",
    name: "reminder-2fa",
    title: "steps.reminderTitle",
    texts: ["session/steps"],
    isBare: true,
    load: async () => ({ Page: (await import("./pages/reminder-page")).ReminderPage }),
  },
];
