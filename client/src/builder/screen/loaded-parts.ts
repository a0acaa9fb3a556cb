/** Parts of the editor that load after its first paint. */
import { lazy, useEffect } from "react";
import { whenIdle } from "@/lib/when-idle";
import { loadStack } from "@/ui/toasts";

const loadComments = async () => ({
  default: (await import("../collab/comments/comments-panel")).CommentsPanel,
});
const loadRefusal = async () => ({ default: (await import("../collab/link/refusal-dialog")).RefusalDialog });
const loadLeave = async () => ({ default: (await import("@/ui/components/leave-dialog")).LeaveDialog });
const loadUpgrade = async () => ({ default: (await import("./upgrade-dialog")).UpgradeDialog });

export const CommentsPanel = lazy(loadComments);
export const RefusalDialog = lazy(loadRefusal);
export const LeaveDialog = lazy(loadLeave);
export const UpgradeDialog = lazy(loadUpgrade);

/** Loaders of the parts that a user needs while the server is unreachable: toasts, comments and three dialogs. */
const WITHOUT_SERVER = [loadStack, loadComments, loadRefusal, loadLeave, loadUpgrade] as const;

/** Loads these parts once the editor is on screen, so that they are available if the server is not. */
export function useLoadedParts(isEditing: boolean, load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => {
    if (!isEditing) return;
    return whenIdle(() => {
      // A part that failed to load is loaded again when it is rendered.
      for (const part of load ? [load, ...WITHOUT_SERVER] : WITHOUT_SERVER) void part().catch(() => undefined);
    });
  }, [isEditing, load]);
}
