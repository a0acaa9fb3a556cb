import { IconBuilding, IconLock, IconMail, IconShield, IconUserCircle, IconUsersGroup } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const TEXTS = ["account", "session"] as const;

/** Screens of the user's own account and of the team's settings. */
export const accountRoutes = defineRoutes(
  {
    path: "/account/profile",
    name: "user-profile",
    title: "words.userProfile2",
    texts: TEXTS,
    menu: { group: "settings", label: "words.userProfile", icon: IconUserCircle },
    load: async () => ({ Page: (await import("./pages/profile-page")).ProfilePage }),
  },
  {
    path: "/account/password",
    name: "change-password",
    title: "words.changePassword2",
    texts: TEXTS,
    menu: { group: "settings", label: "words.changePassword", icon: IconLock },
    load: async () => ({ Page: (await import("./pages/password-page")).PasswordPage }),
  },
  {
    path: "/account/email",
    name: "change-email",
    title: "words.changeEmail2",
    texts: TEXTS,
    menu: { group: "settings", label: "words.changeEmail", icon: IconMail },
    load: async () => ({ Page: (await import("./pages/email-page")).EmailPage }),
  },
  {
    path: "/account/security",
    name: "security",
    title: "words.security",
    texts: TEXTS,
    menu: { group: "settings", label: "words.security", icon: IconShield },
    load: async () => ({ Page: (await import("./pages/security-page")).SecurityPage }),
  },
  {
    path: "/team/profile",
    name: "company-profile",
    title: "words.companyProfile2",
    texts: TEXTS,
    permission: "team.edit",
    menu: { group: "settings", label: "words.companyProfile", icon: IconBuilding },
    load: async () => ({ Page: (await import("./pages/company-page")).CompanyPage }),
  },
  {
    path: "/team/security",
    name: "team-security",
    title: "words.teamSecurity",
    texts: TEXTS,
    permission: "team.edit",
    menu: { group: "settings", label: "words.teamSecurity", icon: IconUsersGroup },
    load: async () => ({ Page: (await import("./pages/team-security-page")).TeamSecurityPage }),
  },
);
