import { IconBuilding, IconClipboardText, IconRoute, IconUserSearch } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const SHARED = { texts: ["support", "activity", "dates"], operator: true, vendors: ["mt"] } as const;
const TEAM = {
  ids: { id: "uuid" },
  missing: { title: "support.missing.team", back: "support.missing.backToTeams" },
  list: "/admin/teams",
} as const;
const USER = {
  ids: { id: "uuid" },
  missing: { title: "support.missing.person", back: "support.missing.backToPeople" },
  list: "/admin/users",
} as const;

/** The support console, for the installation's operators regardless of role and plan (TEAM-85, 86, 184). */
export const supportRoutes = defineRoutes(
  {
    ...SHARED,
    path: "/admin/teams",
    name: "admin-teams",
    title: "words.teams",
    menu: { group: "support", label: "words.teams", icon: IconBuilding },
    load: async () => ({ Page: (await import("./pages/teams-page")).TeamsPage }),
  },
  {
    ...SHARED,
    path: "/admin/teams/:id",
    record: TEAM,
    name: "admin-team",
    title: "words.team",
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
    title: "words.auditLog",
    load: async () => ({ Page: (await import("./pages/team-audit-log-page")).TeamAuditLogPage }),
  },
  {
    ...SHARED,
    path: "/admin/users",
    name: "admin-users",
    title: "words.users",
    menu: { group: "support", label: "words.users", icon: IconUserSearch },
    load: async () => ({ Page: (await import("./pages/users-page")).UsersPage }),
  },
  {
    ...SHARED,
    path: "/admin/users/:id",
    record: USER,
    name: "admin-user",
    title: "terms.user",
    load: async () => ({ Page: (await import("./pages/user-page")).UserPage }),
  },
  {
    ...SHARED,
    path: "/admin/users/:id/record",
    record: USER,
    name: "admin-user-record",
    title: "words.auditLog",
    load: async () => ({ Page: (await import("./pages/user-audit-log-page")).UserAuditLogPage }),
  },
  {
    ...SHARED,
    path: "/admin/pools",
    name: "admin-pools",
    title: "words.poolsAndRelays",
    menu: { group: "support", label: "words.poolsAndRelays", icon: IconRoute },
    load: async () => ({ Page: (await import("./pages/pools-page")).PoolsPage }),
  },
  {
    ...SHARED,
    path: "/admin/record",
    name: "admin-record",
    title: "words.auditLog",
    menu: { group: "support", label: "words.auditLog", icon: IconClipboardText },
    load: async () => ({ Page: (await import("./pages/audit-log-page")).AuditLogPage }),
  },
);
