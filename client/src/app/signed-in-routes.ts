import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { FRAME_TEXTS, SIGNED_IN_ROUTES } from "./features";
import { screenRoute } from "./screen-route";
import { loadFeatureTexts } from "./texts";

/** Every screen behind the sign-in: framed by the shell, or bare. Loaded when the first of them is gone to. */
export function signedInRoutes(client: QueryClient): RouteObject[] {
  const screens = (isBare: boolean) =>
    SIGNED_IN_ROUTES.filter((entry) => (entry.isBare ?? false) === isBare).map((entry) => screenRoute(entry, client));
  return [
    {
      lazy: async () => {
        const [{ SignedIn }] = await Promise.all([import("./signed-in"), loadFeatureTexts(["session/steps"])]);
        return { Component: SignedIn };
      },
      children: [
        {
          lazy: async () => {
            const [{ ShellLayout }] = await Promise.all([import("./shell-layout"), loadFeatureTexts(FRAME_TEXTS)]);
            return { Component: ShellLayout };
          },
          children: screens(false),
        },
        {
          lazy: async () => {
            const [{ BareLayout }] = await Promise.all([import("./gates/bare-layout"), loadFeatureTexts(["gates"])]);
            return { Component: BareLayout };
          },
          children: screens(true),
        },
      ],
    },
  ];
}
