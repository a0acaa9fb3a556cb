import { defineRoutes } from "@/lib/routing";

const SHARED = { texts: ["gates"], isBare: true } as const;

/** The screens that stand between a signed-in user and the wanted one: each says what is missing, and what to do. */
export const gateRoutes = defineRoutes(
  {
    ...SHARED,
    path: "/welcome",
    name: "welcome-wizard",
    title: "words.welcome",
    load: async () => ({ Page: (await import("./welcome-page")).WelcomePage }),
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
    load: async () => {
      const { PermissionCheckPage, loader } = await import("./permission-check-page");
      return { Page: PermissionCheckPage, loader };
    },
  },
  {
    ...SHARED,
    path: "/email-validate-check/:routeName",
    record: null,
    name: "email-validate-check",
    title: "words.confirmYourEmailAddress",
    load: async () => {
      const { EmailCheckPage, loader } = await import("./email-check-page");
      return { Page: EmailCheckPage, loader };
    },
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
