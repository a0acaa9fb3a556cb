import { defineRoutes } from "@/lib/routing";

export const sessionRoutes = defineRoutes({
  path: "/reminder-2fa",
  name: "reminder-2fa",
  title: "steps.reminderTitle",
  texts: ["session/steps"],
  isBare: true,
  load: async () => ({ Page: (await import("./pages/reminder-page")).ReminderPage }),
});
