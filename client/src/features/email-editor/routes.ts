import { defineRoutes } from "@/lib/routing";

export const emailEditorRoutes = defineRoutes(
  {
    path: "/email-marketing/compose/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "campaigns.missing.email", back: "campaigns.missing.backToCampaigns" },
      list: "/campaigns",
    },
    name: "emailmarketing-compose-v3",
    title: "editor.title",
    texts: ["email-editor", "builder/collab", "builder/inspector", "builder/screen", "builder/tree", "merge-tags", "campaigns"],
    feature: "emailMarketing",
    permission: "campaign.view",
    composer: true,
    hideHelp: true,
    isWhole: true,
    load: async () => ({ Page: (await import("./pages/editor-page")).EditorPage }),
  },
  {
    path: "/ab-tests/:id/compose",
    record: {
      ids: { id: "uuid" },
      missing: { title: "campaigns.missing.abTest", back: "campaigns.missing.backToTests" },
      list: "/ab-tests",
    },
    name: "ab-test-compose",
    title: "editor.title",
    texts: [
      "email-editor",
      "builder/collab",
      "builder/inspector",
      "builder/screen",
      "builder/tree",
      "merge-tags",
      "campaigns",
      "campaigns/ab",
    ],
    feature: "abTest",
    permission: "campaign.view",
    composer: true,
    hideHelp: true,
    isWhole: true,
    load: async () => ({ Page: (await import("./pages/test-editor-page")).TestEditorPage }),
  },
);
