import { session, sessionState } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { resolveFailure } from "@/lib/errors";
import { translate } from "@/lib/i18n/translation";
import { noticeOf } from "@/lib/notice-of";
import { showExportNotice } from "@/ui/export-notice";
import { toast } from "@/ui/toasts";
import { buildOfferAction } from "./error-offers";
import { addCrumb, reportProblem } from "./report";

/** Applies the catalogue's reaction to a failed call that no screen handles. */
export function reactTo(error: unknown): void {
  if (isFailure(error)) {
    const { code, reaction } = resolveFailure(error);
    addCrumb({ kind: "call", detail: `${error.method} ${error.path} ${error.status} ${code}` });
    if (reaction === "sessionEnded" || reaction === "logout") {
      // All pending calls fail when a session ends: show one message, and none after the next sign-in.
      if (error.isOutdated || sessionState() === "loggedOut") return;
      session.send({ type: reaction === "logout" ? "expired" : "forcedOut" });
      if (reaction === "sessionEnded") return;
    }
    if (reaction === "exportNotice") {
      showExportNotice();
      return;
    }
  }
  const notice = noticeOf(error, translate);
  if (!notice) return;
  if (notice.fault) reportProblem(notice.fault);
  toast(notice.mode, notice.text, { action: buildOfferAction(notice.offer, reactTo) });
}
