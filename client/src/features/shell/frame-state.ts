import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useState } from "react";
import { readStored, writeStored } from "@/lib/storage";

/** At this width and below, the sidebar is a drawer (SHELL-185). */
export const PHONE_QUERY = "(max-width: 766px)";
/** From this width on, a collapsed sidebar expands on hover (SHELL-111). */
export const HOVER_QUERY = "(min-width: 992px)";

export type SidebarMode = "open" | "collapsed" | "drawerOpen" | "drawerClosed";

/** State of the sidebar: open or collapsed, or a drawer on phones (SHELL-186). */
export function useSidebar() {
  const isPhone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery(HOVER_QUERY, true, { getInitialValueInEffect: false });
  const stored = readStored("sidebar");
  const [choice, setChoice] = useState<"open" | "collapsed" | undefined>(
    stored === "open" || stored === "collapsed" ? stored : undefined,
  );
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const settled = choice ?? (isWide ? "open" : "collapsed");
  const mode: SidebarMode = isPhone ? (isDrawerOpen ? "drawerOpen" : "drawerClosed") : settled;

  const toggle = useCallback(() => {
    if (isPhone) {
      setDrawerOpen((before) => !before);
      return;
    }
    const next = settled === "open" ? "collapsed" : "open";
    setChoice(next);
    writeStored("sidebar", next);
  }, [isPhone, settled]);

  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  return { mode, toggle, closeDrawer, opensOnHover: isWide && mode === "collapsed" };
}
