import { defineRoutes } from "@/lib/routing";

/** Screens that a mailed link leads to, without a session. */
export const sendersPublicRoutes = defineRoutes({
  path: "/senders/validate",
  name: "sender-validate",
  title: "senders.validate",
  texts: ["senders", "session"],
  isPublic: true,
  load: async () => ({ Page: (await import("./pages/validate-sender-page")).ValidateSenderPage }),
});
