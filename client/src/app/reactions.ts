import { getSessionState, session } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { buildErrorNotice } from "@/lib/error-notice";
import { resolveFailure } from "@/lib/errors";
import { translate } from "@/lib/i18n/translation";
import { showExportNotice } from "@/ui/export-notice";
import { toast } from "@/ui/toasts";
import { buildErrorAction } from "./error-actions";
import { addCrumb, reportProblem } from "./report";

/** Applies the catalogue's reaction to a failed call that no screen handles. */
export function reactTo(error: unknown): void {
  if (isFailure(error)) {
    const { code, reaction } = resolveFailure(error);
    addCrumb({ kind: "call", detail: `${error.method} ${error.path} ${error.status} ${code}` });
    if (reaction === "sessionEnded" || reaction === "logout") {
      // All pending calls fail when a session ends: show one message, and none after the next sign-in.
      if (error.isOutdated || getSessionState() === "loggedOut") return;
      session.send({ type: reaction === "logout" ? "expired" : "forcedOut" });
      if (reaction === "sessionEnded") return;
    }
    if (reaction === "exportNotice") {
      showExportNotice();
      return;
    }
  }
  const notice = buildErrorNotice(error, translate);
  if (!notice) return;
  if (notice.fault) reportProblem(notice.fault);
  toast(notice.mode, notice.text, { action: buildErrorAction(notice.offer, reactTo) });
}
