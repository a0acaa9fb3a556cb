/** Parts of the editor that load after its first paint. */
import { lazy, useEffect } from "react";
import { runWhenIdle } from "@/lib/when-idle";
import { loadStack } from "@/ui/toasts";

const loadComments = async () => ({
  default: (await import("../collab/comments/comments-panel")).CommentsPanel,
});
const loadRejection = async () => ({ default: (await import("../collab/sync/rejection-dialog")).RejectionDialog });
const loadLeave = async () => ({ default: (await import("@/ui/components/leave-dialog")).LeaveDialog });
const loadUpgrade = async () => ({ default: (await import("./upgrade-dialog")).UpgradeDialog });

export const CommentsPanel = lazy(loadComments);
export const RejectionDialog = lazy(loadRejection);
export const LeaveDialog = lazy(loadLeave);
export const UpgradeDialog = lazy(loadUpgrade);

/** Loaders of the parts that a user needs while the server is unreachable: toasts, comments and three dialogs. */
const OFFLINE_PARTS = [loadStack, loadComments, loadRejection, loadLeave, loadUpgrade] as const;

/** Loads these parts once the editor is on screen, so that they are available if the server is not. */
export function usePreloadedParts(isEditing: boolean, load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => {
    if (!isEditing) return;
    return runWhenIdle(() => {
      // A part that failed to load is loaded again when it is rendered.
      for (const part of load ? [load, ...OFFLINE_PARTS] : OFFLINE_PARTS) void part().catch(() => undefined);
    });
  }, [isEditing, load]);
}
