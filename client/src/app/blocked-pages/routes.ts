import { type DefinedRoute, defineRoutes, type RouteEntry } from "@/lib/routing";

const SHARED_ROUTE_OPTIONS = { texts: ["blocked-pages"], isBare: true } as const;

/**
 * Screens shown to a signed-in user in place of the requested one. Each explains what is missing and what to do.
 *
 * `findRoutes` returns all routes, including these.
 */
export function buildBlockedPageRoutes(findRoutes: () => readonly RouteEntry[]): readonly DefinedRoute[] {
  return defineRoutes(
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/welcome",
      name: "welcome-wizard",
      title: "words.welcome",
      load: async () => (await import("./welcome-page")).createWelcomeModule(findRoutes()),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/suspended",
      name: "suspended",
      title: "gates.suspended",
      load: async () => ({ Page: (await import("./suspended-page")).SuspendedPage }),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/permission-check/:routeName",
      record: null,
      name: "permission-check",
      title: "terms.notInYourPlan",
      load: async () => (await import("./permission-check-page")).createPermissionCheckModule(findRoutes()),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/email-validate-check/:routeName",
      record: null,
      name: "email-validate-check",
      title: "words.confirmYourEmailAddress",
      load: async () => (await import("./email-check-page")).createEmailCheckModule(findRoutes()),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/pay",
      name: "pay",
      title: "gates.pay",
      area: "billing",
      load: async () => ({ Page: (await import("./pay-page")).PayPage }),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/update-plan",
      name: "update-plan",
      title: "gates.updatePlan",
      load: async () => ({ Page: (await import("./plan-pages")).UpdatePlanPage }),
    },
    {
      ...SHARED_ROUTE_OPTIONS,
      path: "/calculate-from-landing",
      name: "calculate-from-landing",
      title: "gates.calculate",
      load: async () => ({ Page: (await import("./plan-pages")).CalculatePage }),
    },
  );
}
