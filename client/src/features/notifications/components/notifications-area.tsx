import type { ReactNode } from "react";
import { useMe } from "@/features/session/public";

/** Renders its children unless the vendor blocks notifications (TEAM-183); then nothing is fetched either. */
export function NotificationsArea({ children }: { readonly children: ReactNode }): ReactNode {
  return useMe()?.identity.blocked.includes("notification") ? null : children;
}
