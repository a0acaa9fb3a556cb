import i18next from "i18next";
import { session, sessionState } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { resolveFailure } from "@/lib/errors";
import { toast } from "@/ui/toasts";

/** Does what the catalogue says about a failed call that no screen shows in place. */
export function reactTo(error: unknown): void {
  if (!isFailure(error)) {
    if (error instanceof Error && error.name === "AbortError") return;
    toast("error", i18next.t("errors.serverException"));
    return;
  }
  const { reaction } = resolveFailure(error);
  const sentence = describeFailure(error, i18next.t);
  switch (reaction) {
    case "silent":
      return;
    case "logout":
    case "sessionEnded":
      // Calls that were under way when the session ended all fail so: one sentence is enough.
      if (sessionState() === "loggedOut") return;
      session.send({ type: "expired" });
      toast("warning", sentence);
      return;
    case "exportNotice":
      toast("info", sentence);
      return;
    case "multipleLogin":
    case "denied":
    case "field":
    case "notify":
      toast("warning", sentence);
      return;
  }
}
