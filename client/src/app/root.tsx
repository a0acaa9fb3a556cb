import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from "react-router";
import { applyVendor, storeIdentity, useIdentity } from "@/features/session/public";
import { setErrorFormat } from "@/lib/api/error-body";
import { useTranslation } from "@/lib/i18n/translation";
import { recordArrival, setNextPath } from "@/lib/route-trail";
import type { RouteHandle } from "@/lib/routing";
import { Toaster } from "@/ui/components/toaster";
import { closeModals } from "@/ui/open-modals";
import { setScreenTitle, useTitleOverride } from "@/ui/page-title";
import { setReportAddress } from "./report";
import { SessionDialogs } from "./session-dialogs";

function getRouteEntry(handle: unknown): RouteHandle["entry"] | undefined {
  return typeof handle === "object" && handle !== null && "entry" in handle ? (handle as RouteHandle).entry : undefined;
}

/** Tracks the current, previous and next screen. A change of screen closes open modals (SHELL-131, 132). */
function useScreenChanges(entry: RouteHandle["entry"] | undefined): void {
  const { key, pathname, search } = useLocation();
  const { location } = useNavigation();
  const name = entry?.name;
  const isComposer = entry?.composer === true;
  const next = location && `${location.pathname}${location.search}`;

  useEffect(() => recordArrival({ name, path: `${pathname}${search}` }), [name, pathname, search]);
  useEffect(() => setNextPath(next), [next]);
  // Set again on each arrival: end-to-end tests wait for it, because the previous screen stays until the next is ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival at the same screen has another key
  useEffect(() => {
    document.body.dataset.screen = name ?? "";
  }, [name, key]);
  useEffect(() => {
    if (name === undefined) return;
    return closeModals;
  }, [name]);
  useEffect(() => {
    if (!isComposer) return;
    document.body.classList.add("compose");
    return () => document.body.classList.remove("compose");
  }, [isComposer]);
}

/** Page title, vendor colour and toasts of every screen. */
export function Root() {
  const { t } = useTranslation();
  const identity = useIdentity();
  const entry = getRouteEntry(useMatches().at(-1)?.handle);
  const screenTitle = entry ? t(entry.title) : "";
  const pageTitle = useTitleOverride() ?? screenTitle;
  useScreenChanges(entry);

  useEffect(() => {
    if (!identity) return;
    storeIdentity(identity);
    void applyVendor(identity);
    setErrorFormat(identity.vendor);
    setReportAddress(identity.errorReportUrl);
  }, [identity]);

  // An unknown address takes the title of the page shown for it.
  useEffect(() => setScreenTitle(screenTitle || pageTitle), [screenTitle, pageTitle]);
  useEffect(() => {
    document.title = [pageTitle, identity?.name].filter(Boolean).join(" | ");
  }, [pageTitle, identity]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <Toaster />
      <SessionDialogs />
    </>
  );
}
