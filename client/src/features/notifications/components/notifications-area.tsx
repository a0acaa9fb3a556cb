import type { ReactNode } from "react";
import { useMe } from "@/features/session/public";

/** Shows what belongs to notifications where the vendor has them (TEAM-183); without it nothing is asked for either. */
export function NotificationsArea({ children }: { readonly children: ReactNode }): ReactNode {
  return useMe()?.identity.blocked.includes("notification") ? null : children;
}
