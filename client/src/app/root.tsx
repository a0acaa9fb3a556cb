import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useMatches } from "react-router";
import { useIdentity } from "@/features/session/public";
import type { RouteHandle } from "@/lib/routing";
import { setScreenTitle } from "@/ui/page-title";
import { applyVendorColour } from "@/ui/theme/apply-vendor";

const Toaster = lazy(async () => ({ default: (await import("@/ui/components/toaster")).Toaster }));

function entryOf(handle: unknown): RouteHandle["entry"] | undefined {
  return typeof handle === "object" && handle !== null && "entry" in handle ? (handle as RouteHandle).entry : undefined;
}

/** Toasts are drawn by a part that is loaded with the first of them. */
function ToastPlace() {
  const [isNeeded, setNeeded] = useState(false);
  const { notifications } = useNotifications();
  if (!isNeeded && notifications.length > 0) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}

/** Page title, vendor colour and toasts: what holds on every screen. */
export function Root() {
  const { t } = useTranslation();
  const identity = useIdentity();
  const title = entryOf(useMatches().at(-1)?.handle)?.title;

  useEffect(() => {
    if (identity) applyVendorColour(identity.color);
  }, [identity]);

  useEffect(() => {
    // "Route | Vendor" (SHELL-152).
    setScreenTitle(title ? t(title) : "");
    document.title = [title ? t(title) : undefined, identity?.name].filter(Boolean).join(" | ");
  }, [title, identity, t]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <ToastPlace />
    </>
  );
}
