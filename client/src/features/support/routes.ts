import { IconBuilding, IconClipboardText, IconRoute, IconUserSearch } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const SHARED = { texts: ["support", "activity", "dates"], operator: true, vendors: ["mt"] } as const;
const TEAM = {
  ids: { id: "uuid" },
  missing: { title: "support.missing.team", back: "support.missing.backToTeams" },
  list: "/admin/teams",
} as const;
const PERSON = {
  ids: { id: "uuid" },
  missing: { title: "support.missing.person", back: "support.missing.backToPeople" },
  list: "/admin/users",
} as const;

/** The support console: for the operators of the installation, whatever their role and plan (TEAM-85, 86, 184). */
export const supportRoutes = defineRoutes(
  {
    ...SHARED,
    path: "/admin/teams",
    name: "admin-teams",
    title: "support.teams",
    menu: { group: "support", label: "support.teams", icon: IconBuilding },
    load: async () => ({ Page: (await import("./pages/teams-page")).TeamsPage }),
  },
  {
    ...SHARED,
    path: "/admin/teams/:id",
    record: TEAM,
    name: "admin-team",
    title: "support.team",
    load: async () => ({ Page: (await import("./pages/team-page")).TeamPage }),
  },
  {
    ...SHARED,
    path: "/admin/teams/:id/sessions",
    record: TEAM,
    name: "admin-team-sessions",
    title: "support.sessions",
    load: async () => ({ Page: (await import("./pages/team-sessions-page")).TeamSessionsPage }),
  },
  {
    ...SHARED,
    path: "/admin/teams/:id/activity",
    record: TEAM,
    name: "admin-team-activity",
    title: "support.activity",
    load: async () => ({ Page: (await import("./pages/team-activity-page")).TeamActivityPage }),
  },
  {
    ...SHARED,
    path: "/admin/teams/:id/record",
    record: TEAM,
    name: "admin-team-record",
    title: "support.record",
    load: async () => ({ Page: (await import("./pages/team-record-page")).TeamRecordPage }),
  },
  {
    ...SHARED,
    path: "/admin/users",
    name: "admin-users",
    title: "support.people",
    menu: { group: "support", label: "support.people", icon: IconUserSearch },
    load: async () => ({ Page: (await import("./pages/users-page")).UsersPage }),
  },
  {
    ...SHARED,
    path: "/admin/users/:id",
    record: PERSON,
    name: "admin-user",
    title: "support.person",
    load: async () => ({ Page: (await import("./pages/user-page")).UserPage }),
  },
  {
    ...SHARED,
    path: "/admin/users/:id/record",
    record: PERSON,
    name: "admin-user-record",
    title: "support.record",
    load: async () => ({ Page: (await import("./pages/user-record-page")).UserRecordPage }),
  },
  {
    ...SHARED,
    path: "/admin/pools",
    name: "admin-pools",
    title: "support.pools.title",
    menu: { group: "support", label: "support.pools.title", icon: IconRoute },
    load: async () => ({ Page: (await import("./pages/pools-page")).PoolsPage }),
  },
  {
    ...SHARED,
    path: "/admin/record",
    name: "admin-record",
    title: "support.record",
    menu: { group: "support", label: "support.record", icon: IconClipboardText },
    load: async () => ({ Page: (await import("./pages/record-page")).RecordPage }),
  },
);
