import { useEffect } from "react";
import type { SidebarMode } from "./frame-state";

/** Classes of the page while the dashboard is shown (SHELL-209), as hooks for a vendor's style sheet. */
export const BODY_CLASS = ["mt-dashboard", "sidebar-mini", "fixed"] as const;
const COLLAPSED = "sidebar-collapse";

/** Sets the dashboard's body classes, including the collapsed sidebar. */
export function useBodyClass(mode: SidebarMode): void {
  const isFolded = mode === "collapsed" || mode === "drawerClosed";
  useEffect(() => {
    const { classList } = document.body;
    classList.add(...BODY_CLASS);
    return () => classList.remove(...BODY_CLASS, COLLAPSED);
  }, []);
  useEffect(() => void document.body.classList.toggle(COLLAPSED, isFolded), [isFolded]);
}
