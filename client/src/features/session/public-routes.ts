import type { RouteEntry } from "@/lib/routing";

export const sessionPublicRoutes: readonly RouteEntry[] = [
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
    title: "steps.title",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/two-factor-page")).TwoFactorPage }),
  },
  {
    path: "/forget-password",
    name: "forget-password",
    title: "steps.forgotTitle",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/forget-password-page")).ForgetPasswordPage }),
  },
  {
    path: "/reset-password",
    name: "reset-password",
    title: "steps.resetTitle",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/reset-password-page")).ResetPasswordPage }),
  },
  {
    path: "/signin-token",
    name: "signin-token",
    title: "session.signIn",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/sign-in-link-page")).SignInTokenPage }),
  },
  {
    // A partner's own link may have the JWT in its path.
    path: "/signin-jwt/:value?",
    name: "signin-jwt",
    title: "session.signIn",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/sign-in-link-page")).SignInJwtPage }),
  },
  {
    path: "/validate",
    name: "validate",
    title: "steps.validate",
    texts: ["session", "session/steps"],
    isPublic: true,
    load: async () => ({ Page: (await import("./pages/validate-page")).ValidatePage }),
  },
];
