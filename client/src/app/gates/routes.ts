import { type DefinedRoute, defineRoutes, type RouteEntry } from "@/lib/routing";

const SHARED = { texts: ["gates"], isBare: true } as const;

/**
 * Screens shown to a signed-in user in place of the requested one. Each explains what is missing and what to do.
 *
 * `findRoutes` returns all routes, including these.
 */
export function gateRoutes(findRoutes: () => readonly RouteEntry[]): readonly DefinedRoute[] {
  return defineRoutes(
    {
      ...SHARED,
      path: "/welcome",
      name: "welcome-wizard",
      title: "words.welcome",
      load: async () => (await import("./welcome-page")).welcome(findRoutes()),
    },
    {
      ...SHARED,
      path: "/suspended",
      name: "suspended",
      title: "gates.suspended",
      load: async () => ({ Page: (await import("./suspended-page")).SuspendedPage }),
    },
    {
      ...SHARED,
      path: "/permission-check/:routeName",
      record: null,
      name: "permission-check",
      title: "terms.notInYourPlan",
      load: async () => (await import("./permission-check-page")).permissionCheck(findRoutes()),
    },
    {
      ...SHARED,
      path: "/email-validate-check/:routeName",
      record: null,
      name: "email-validate-check",
      title: "words.confirmYourEmailAddress",
      load: async () => (await import("./email-check-page")).emailCheck(findRoutes()),
    },
    {
      ...SHARED,
      path: "/pay",
      name: "pay",
      title: "gates.pay",
      area: "billing",
      load: async () => ({ Page: (await import("./pay-page")).PayPage }),
    },
    {
      ...SHARED,
      path: "/update-plan",
      name: "update-plan",
      title: "gates.updatePlan",
      load: async () => ({ Page: (await import("./plan-pages")).UpdatePlanPage }),
    },
    {
      ...SHARED,
      path: "/calculate-from-landing",
      name: "calculate-from-landing",
      title: "gates.calculate",
      load: async () => ({ Page: (await import("./plan-pages")).CalculatePage }),
    },
  );
}
