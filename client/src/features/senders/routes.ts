import { IconAt } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

export const sendersRoutes: readonly RouteEntry[] = [
  {
    path: "/senders",
    name: "senders",
    title: "senders.title",
    texts: ["senders"],
    feature: "emailSender",
    permission: "sender.view",
    menu: { group: "campaign", label: "senders.title", icon: IconAt },
    load: async () => ({ Page: (await import("./pages/senders-page")).SendersPage }),
  },
];
