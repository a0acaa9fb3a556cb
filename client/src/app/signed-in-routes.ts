import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { failWhenMissing } from "@/lib/files/waiting-files";
import type { RouteEntry } from "@/lib/routing";
import { FRAME_TEXTS, SIGNED_IN_ROUTES } from "./features";
import { createScreenRoute } from "./screen-route";
import { loadFeatureTexts } from "./texts";

function getFrame({ isBare, isWhole }: RouteEntry): "shell" | "bare" | "none" {
  if (isWhole) return "none";
  return isBare ? "bare" : "shell";
}

/** The signed-in screens, framed by the shell, bare or without a frame. Loaded on the first navigation to one. */
export function createSignedInRoutes(client: QueryClient): RouteObject[] {
  const screens = (frame: "shell" | "bare" | "none") =>
    SIGNED_IN_ROUTES.filter((entry) => getFrame(entry) === frame).map((entry) => createScreenRoute(entry, client));
  return [
    {
      lazy: async () => {
        const [{ SignedIn }] = await failWhenMissing(() =>
          Promise.all([import("./signed-in"), loadFeatureTexts(["session/steps"])]),
        );
        return { Component: SignedIn };
      },
      children: [
        {
          lazy: async () => {
            const [{ ShellLayout }] = await failWhenMissing(() =>
              Promise.all([import("./shell-layout"), loadFeatureTexts(FRAME_TEXTS)]),
            );
            return { Component: ShellLayout };
          },
          children: screens("shell"),
        },
        {
          lazy: async () => {
            const [{ BareLayout }] = await failWhenMissing(() =>
              Promise.all([import("./blocked-pages/bare-layout"), loadFeatureTexts(["blocked-pages"])]),
            );
            return { Component: BareLayout };
          },
          children: screens("bare"),
        },
        ...screens("none"),
      ],
    },
  ];
}
