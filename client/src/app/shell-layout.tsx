import type { PropsWithChildren } from "react";
import { Outlet } from "react-router";
import { BulkWork, ImportWork } from "@/features/contacts/public";
import { ExportNotice, NotificationBell, NotificationsArea, TopAlert } from "@/features/notifications/public";
import { OnlineStack } from "@/features/presence/public";
import { Shell } from "@/features/shell/public";
import { FEATURE_ROUTES } from "./features";

const loadSources = async () => (await import("./palette-sources")).PALETTE_SOURCES;

/** Header tools of the features. */
function HeaderTools() {
  return (
    <>
      <OnlineStack />
      <NotificationsArea>
        <NotificationBell />
      </NotificationsArea>
    </>
  );
}

/** The frame around the screen, with the parts that features mount in it. */
export function ShellLayout({ children }: PropsWithChildren) {
  return (
    <>
      <ImportWork />
      <BulkWork />
      <Shell routes={FEATURE_ROUTES} loadSources={loadSources} tools={<HeaderTools />}>
        <NotificationsArea>
          <TopAlert />
        </NotificationsArea>
        {children ?? <Outlet />}
        <ExportNotice />
      </Shell>
    </>
  );
}
