import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { ActivityPanel } from "@/features/activity/public";
import { HelpSlot, openHelp } from "@/features/help/public";
import { MissionSlot } from "@/features/onboarding/public";
import { useMe } from "@/features/session/public";
import { POLICY_VERSION } from "@/lib/constants";
import { useTranslation } from "@/lib/i18n/translation";
import type { RouteEntry } from "@/lib/routing";
import { useBodyClass } from "../body-class";
import { useSidebar } from "../frame-state";
import { buildMenu, canOpen, findActiveItem, listScreens } from "../menu";
import { useAccess } from "../use-access";
import { useFrameKeys } from "../use-frame-keys";
import type { LoadSources } from "../use-palette-search";
import { ConnectionBanner } from "./connection-banner";
import { Header } from "./header";
import { PlanFailureListener } from "./plan-failure-listener";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar";

const PlanBanner = lazy(async () => ({ default: (await import("./plan-banner")).PlanBanner }));
const PhoneDrawer = lazy(async () => ({ default: (await import("./phone-drawer")).PhoneDrawer }));
const Palette = lazy(async () => ({ default: (await import("./palette")).Palette }));
const PolicyNotice = lazy(async () => ({ default: (await import("./policy-notice")).PolicyNotice }));
const KeyboardHelp = lazy(async () => ({ default: (await import("./keyboard-help")).KeyboardHelp }));

interface Props {
  readonly routes: readonly RouteEntry[];
  /** Loads the palette's sources when it opens. */
  readonly loadSources: LoadSources;
  /** Header tools of other features. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

type Overlay = "none" | "palette" | "keys";

/** Route names of screens about the user, in the order of the user menu; existing ones are linked. */
const PROFILE_ROUTE_NAMES = [
  "user-profile",
  "change-password",
  "change-email",
  "security",
  "devices",
  "diagnostics",
] as const;

function openContact(): void {
  openHelp({ name: "contact" });
}

/** The frame: sidebar, header, activity panel and overlays. */
export function Shell({ routes, loadSources, tools, children }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const sidebar = useSidebar();
  useBodyClass(sidebar.mode);
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [isActivityOpen, setActivityOpen] = useState(false);
  const allowed = useAccess();
  const hasSeenPolicy = useMe()?.user.policyVersion === POLICY_VERSION;
  const menu = useMemo(() => buildMenu(routes, allowed), [routes, allowed]);
  const places = useMemo(() => listScreens(routes, allowed), [routes, allowed]);
  const profile = PROFILE_ROUTE_NAMES.flatMap((name) =>
    routes.filter((route) => route.name === name && canOpen(route, allowed)),
  );
  const active = findActiveItem(menu, pathname);

  useFrameKeys({
    menu,
    openPalette: () => setOverlay("palette"),
    openHelp: () => setOverlay("keys"),
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
          onKeys={() => setOverlay("keys")}
          profile={profile}
          tools={tools}
          guides={
            <Suspense fallback={null}>
              <MissionSlot />
              <HelpSlot />
            </Suspense>
          }
        />
        <ConnectionBanner />
        <Suspense fallback={null}>
          <PlanBanner
            onContact={openContact}
            otherwise={
              // Loaded only for the few users who have not seen the newest policy.
              hasSeenPolicy ? null : (
                <Suspense fallback={null}>
                  <PolicyNotice onContact={openContact} />
                </Suspense>
              )
            }
          />
        </Suspense>
        <div className={classes.rest}>
          <main id="content" className={classes.content} tabIndex={-1}>
            <div className={classes.page}>{children}</div>
          </main>
          {isActivityOpen ? (
            <Suspense fallback={null}>
              <ActivityPanel onClose={() => setActivityOpen(false)} />
            </Suspense>
          ) : null}
        </div>
      </div>
      <PlanFailureListener onContact={openContact} />
      <Suspense fallback={null}>
        {overlay === "palette" ? (
          <Palette
            places={places}
            loadSources={loadSources}
            allowed={allowed}
            onKeys={() => setOverlay("keys")}
            onHelp={() => openHelp()}
            onContact={openContact}
            onClose={() => setOverlay((before) => (before === "palette" ? "none" : before))}
          />
        ) : null}
        {overlay === "keys" ? <KeyboardHelp menu={menu} onClose={() => setOverlay("none")} /> : null}
      </Suspense>
    </div>
  );
}
