import type { RouteEntry } from "@/lib/routing";

export const sessionRoutes: readonly RouteEntry[] = [
  {
    path: "/login",
    name: "landing-login",
    title: "session.signIn",
    texts: ["session"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/sign-in-page")).SignInPage }),
  },
  {
    path: "/register",
    name: "register",
    title: "session.register",
    texts: ["session"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/register-page")).RegisterPage }),
  },
  {
    path: "/2fa",
    name: "two-factor",
    title: "session.code",
    texts: ["session"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/two-factor-page")).TwoFactorPage }),
  },
  {
    path: "/validate/:token",
    name: "validate",
    title: "session.validate",
    texts: ["session"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/validate-page")).ValidatePage }),
  },
];
