import type { ReactNode } from "react";
import type { LeaveGuard } from "../use-leave-guard";
import { ConfirmDialog } from "./confirm-dialog";

interface Props {
  readonly guard: LeaveGuard;
  readonly title: string;
  /** Describes the work that would be lost. */
  readonly children: ReactNode;
  /** Names the action: "Discard and leave". */
  readonly confirmLabel: string;
}

/** Asks before unsaved work is left. */
export function LeaveDialog({ guard, title, children, confirmLabel }: Props) {
  if (!guard.isAsking) return null;
  return (
    <ConfirmDialog title={title} confirmLabel={confirmLabel} isDangerous onCancel={guard.stay} onConfirm={guard.leave}>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
