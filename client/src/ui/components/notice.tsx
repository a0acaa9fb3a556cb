import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

const ICONS = { bad: IconAlertCircle, ok: IconCircleCheck, info: IconInfoCircle } as const;

interface Props {
  readonly kind: keyof typeof ICONS;
  readonly children: ReactNode;
}

/** An inline message about a whole form or screen; errors are announced immediately. */
export function Notice({ kind, children }: Props) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.notice} data-kind={kind} role={kind === "bad" ? "alert" : "status"}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
