import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ActivityPanel } from "@/features/activity/public";
import type { RouteEntry } from "@/lib/routing";
import { useFrameKeys } from "../frame-keys";
import { useSidebar } from "../frame-state";
import { activeItem, menuOf } from "../menu";
import { useAllowed } from "../use-allowed";
import { ConnectionBanner } from "./connection-banner";
import { Header } from "./header";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar";

const PhoneDrawer = lazy(async () => ({ default: (await import("./phone-drawer")).PhoneDrawer }));
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));
const KeyboardHelp = lazy(async () => ({ default: (await import("./keyboard-help")).KeyboardHelp }));

interface Props {
  readonly routes: readonly RouteEntry[];
  /** What runs in the background, shown in the header by the features that run it. */
  readonly progress?: ReactNode;
  readonly children: ReactNode;
}

type Overlay = "none" | "palette" | "help";

/** The frame: sidebar, header, activity panel and what floats over them. */
export function Shell({ routes, progress, children }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const sidebar = useSidebar();
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [isActivityOpen, setActivityOpen] = useState(false);
  const allowed = useAllowed();
  const menu = useMemo(() => menuOf(routes, allowed), [routes, allowed]);
  const active = activeItem(menu, pathname);

  useFrameKeys({
    menu,
    openPalette: () => setOverlay("palette"),
    openHelp: () => setOverlay("help"),
    toggleSidebar: sidebar.toggle,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of address closes what floats (SHELL-131)
  useEffect(() => {
    setOverlay("none");
    sidebar.closeDrawer();
  }, [pathname, sidebar.closeDrawer]);

  const isPhone = sidebar.mode === "drawerOpen" || sidebar.mode === "drawerClosed";
  return (
    <div className={classes.frame} data-sidebar={sidebar.mode}>
      <a className={classes.skip} href="#content">
        {t("shell.skip")}
      </a>
      {isPhone ? (
        <Suspense fallback={null}>
          <PhoneDrawer isOpen={sidebar.mode === "drawerOpen"} onClose={sidebar.closeDrawer}>
            <Sidebar menu={menu} active={active} isCollapsed={false} />
          </PhoneDrawer>
        </Suspense>
      ) : (
        <div className={classes.sidebar} data-hover={sidebar.opensOnHover || undefined}>
          <Sidebar menu={menu} active={active} isCollapsed={sidebar.mode === "collapsed"} />
        </div>
      )}
      <div className={classes.body}>
        <Header
          onToggleSidebar={sidebar.toggle}
          isSidebarOpen={sidebar.mode === "open" || sidebar.mode === "drawerOpen"}
          onSearch={() => setOverlay("palette")}
          isActivityOpen={isActivityOpen}
          onToggleActivity={() => setActivityOpen((before) => !before)}
          onHelp={() => setOverlay("help")}
          progress={progress}
        />
        <ConnectionBanner />
        <div className={classes.rest}>
          <main id="content" className={classes.content} tabIndex={-1}>
            <div className={classes.page}>{children}</div>
          </main>
          {isActivityOpen ? <ActivityPanel onClose={() => setActivityOpen(false)} /> : null}
        </div>
      </div>
      <Suspense fallback={null}>
        {overlay === "palette" ? <Palette menu={menu} onClose={() => setOverlay("none")} /> : null}
        {overlay === "help" ? <KeyboardHelp menu={menu} onClose={() => setOverlay("none")} /> : null}
      </Suspense>
    </div>
  );
}
