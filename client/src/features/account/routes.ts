import { IconBuilding, IconLock, IconMail, IconShield, IconUserCircle, IconUsersGroup } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const TEXTS = ["account", "session"] as const;

/** The user's own screens, and those of who runs the team. */
export const accountRoutes = defineRoutes(
  {
    path: "/account/profile",
    name: "user-profile",
    title: "account.profile.title",
    texts: TEXTS,
    menu: { group: "settings", label: "account.profile.menu", icon: IconUserCircle },
    load: async () => ({ Page: (await import("./pages/profile-page")).ProfilePage }),
  },
  {
    path: "/account/password",
    name: "change-password",
    title: "account.password.title",
    texts: TEXTS,
    menu: { group: "settings", label: "account.password.menu", icon: IconLock },
    load: async () => ({ Page: (await import("./pages/password-page")).PasswordPage }),
  },
  {
    path: "/account/email",
    name: "change-email",
    title: "account.email.title",
    texts: TEXTS,
    menu: { group: "settings", label: "account.email.menu", icon: IconMail },
    load: async () => ({ Page: (await import("./pages/email-page")).EmailPage }),
  },
  {
    path: "/account/security",
    name: "security",
    title: "account.security.title",
    texts: TEXTS,
    menu: { group: "settings", label: "account.security.title", icon: IconShield },
    load: async () => ({ Page: (await import("./pages/security-page")).SecurityPage }),
  },
  {
    path: "/team/profile",
    name: "company-profile",
    title: "account.company.title",
    texts: TEXTS,
    permission: "team.edit",
    menu: { group: "settings", label: "account.company.menu", icon: IconBuilding },
    load: async () => ({ Page: (await import("./pages/company-page")).CompanyPage }),
  },
  {
    path: "/team/security",
    name: "team-security",
    title: "account.team.title",
    texts: TEXTS,
    permission: "team.edit",
    menu: { group: "settings", label: "account.team.title", icon: IconUsersGroup },
    load: async () => ({ Page: (await import("./pages/team-security-page")).TeamSecurityPage }),
  },
);
