import { IconHeartbeat } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

export const deliveryRoutes = defineRoutes({
  path: "/sending-health",
  name: "sending-health",
  title: "words.sendingHealth",
  texts: ["delivery", "advice"],
  permission: "sending.view",
  menu: { group: "campaign", label: "words.sendingHealth", icon: IconHeartbeat },
  load: async () => ({ Page: (await import("./health/health-page")).HealthPage }),
});
