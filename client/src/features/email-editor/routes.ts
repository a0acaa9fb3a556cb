import type { RouteEntry } from "@/lib/routing";

export const emailEditorRoutes: readonly RouteEntry[] = [
  {
    path: "/email-marketing/compose/:id",
    name: "emailmarketing-compose-v3",
    title: "editor.title",
    texts: ["email-editor", "builder", "builder/link", "campaigns"],
    feature: "emailMarketing",
    permission: "campaign.view",
    composer: true,
    hideHelp: true,
    isWhole: true,
    load: async () => ({ Page: (await import("./pages/editor-page")).EditorPage }),
  },
  {
    path: "/ab-tests/:id/compose",
    name: "ab-test-compose",
    title: "editor.title",
    texts: ["email-editor", "builder", "builder/link", "campaigns", "campaigns/ab"],
    feature: "abTest",
    permission: "campaign.view",
    composer: true,
    hideHelp: true,
    isWhole: true,
    load: async () => ({ Page: (await import("./pages/test-editor-page")).TestEditorPage }),
  },
];
