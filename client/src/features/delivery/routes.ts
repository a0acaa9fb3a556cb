import { IconHeartbeat } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

export const deliveryRoutes = defineRoutes({
  path: "/sending-health",
  name: "sending-health",
  title: "delivery.title",
  texts: ["delivery", "advice"],
  permission: "sending.view",
  menu: { group: "campaign", label: "delivery.title", icon: IconHeartbeat },
  load: async () => ({ Page: (await import("./health/health-page")).HealthPage }),
});
