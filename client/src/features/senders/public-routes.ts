import { defineRoutes } from "@/lib/routing";

/** Screens that a link in an email opens without a session. */
export const sendersPublicRoutes = defineRoutes({
  path: "/senders/validate",
  name: "sender-validate",
  title: "senders.validate",
  texts: ["senders", "session"],
  isPublic: true,
  load: async () => ({ Page: (await import("./pages/validate-sender-page")).ValidateSenderPage }),
});
