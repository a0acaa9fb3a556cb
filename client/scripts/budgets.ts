/** What each first load may weigh, in thousands of bytes, brotli. */
export interface Budget {
  readonly name: string;
  /** Modules that the load asks for by themselves; what they import is found in the build. */
  readonly modules: readonly string[];
  /** Modules that are there already and do not count. */
  readonly without?: readonly string[];
  readonly scriptKb: number;
  readonly styleKb?: number;
}

function listTextFiles(...folders: readonly string[]): string[] {
  return folders.map((folder) => `src/${folder}/texts/en.json`);
}

const START = ["index.html", ...listTextFiles("lib", "ui", "app")];
const SIGN_IN = [
  ...START,
  ...listTextFiles("features/session"),
  "src/features/session/pages/sign-in-page.tsx",
  "src/features/session/decorations/chevrons.tsx",
];
const SHELL = [
  ...START,
  ...listTextFiles("lib/words", "features/shell", "features/notifications"),
  "src/app/signed-in-routes.ts",
  "src/app/signed-in.tsx",
  "src/app/shell-layout.tsx",
  "src/app/guard/steps.ts",
];

export const BUDGETS: readonly Budget[] = [
  { name: "sign-in", modules: SIGN_IN, scriptKb: 161, styleKb: 30 },
  {
    name: "signed-in home",
    modules: [...SHELL, ...listTextFiles("features/home"), "src/features/home/pages/analytics-page.tsx"],
    scriptKb: 240,
    styleKb: 30,
  },
  {
    name: "signed-in contact list",
    modules: [
      ...SHELL,
      ...listTextFiles("features/home", "features/contacts"),
      "src/features/contacts/pages/contacts-page.tsx",
    ],
    scriptKb: 240,
    styleKb: 30,
  },
  {
    name: "email editor, to the first canvas",
    modules: [
      ...listTextFiles(
        "features/email-editor",
        "builder/collab",
        "builder/inspector",
        "builder/screen",
        "builder/tree",
        "features/campaigns",
      ),
      "src/features/email-editor/pages/editor-page.tsx",
    ],
    without: SHELL,
    scriptKb: 160,
  },
  {
    name: "proof of work, on first focus",
    modules: ["src/features/session/proof-of-work.ts"],
    without: SIGN_IN,
    scriptKb: 35,
  },
];
