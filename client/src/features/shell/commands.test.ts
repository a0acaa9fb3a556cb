import { expect, test, vi } from "vitest";
import { type CommandContext, listCommands } from "./commands";

function buildContext(more: Partial<CommandContext> = {}): CommandContext {
  return {
    allowed: { permissions: [], features: [], identityFeatures: [], isOperator: false, isInternal: false },
    go: vi.fn(),
    isDark: false,
    chooseScheme: vi.fn(),
    otherLanguages: [{ id: "id", name: "Bahasa Indonesia" }],
    chooseLanguage: vi.fn(),
    otherTeams: [],
    switchTeam: vi.fn(),
    openHelp: vi.fn(),
    openContact: vi.fn(),
    openKeys: vi.fn(),
    ...more,
  };
}

function runCommand(id: string, testContext: CommandContext): void {
  listCommands(testContext)
    .find((command) => command.id === id)
    ?.run();
}

test("what the role or the plan does not allow is not offered", () => {
  const ids = (permissions: string[], features: string[]) =>
    listCommands(
      buildContext({ allowed: { permissions, features, identityFeatures: [], isOperator: false, isInternal: false } }),
    ).map(({ id }) => id);
  const everyone = ["scheme", "language-id", "help", "contact", "keys", "logout"];

  expect(ids([], ["contactManagement"])).toEqual(everyone);
  expect(ids(["contact.create"], [])).toEqual(everyone);
  expect(ids(["contact.create", "contact.import"], ["contactManagement"])).toEqual([
    "new-contact",
    "import-contacts",
    ...everyone,
  ]);
});

test("each does what it names", () => {
  const testContext = buildContext({
    allowed: {
      permissions: ["campaign.edit"],
      features: ["emailMarketing"],
      identityFeatures: [],
      isOperator: false,
      isInternal: false,
    },
    otherTeams: [{ id: "teh", name: "Teh" }],
  });

  for (const { run: act } of listCommands(testContext)) act();

  expect(vi.mocked(testContext.go).mock.calls).toEqual([["/campaigns?new"], ["/logout"]]);
  expect(testContext.switchTeam).toHaveBeenCalledWith("teh");
  expect(testContext.chooseScheme).toHaveBeenCalledWith("dark");
  expect(testContext.chooseLanguage).toHaveBeenCalledWith("id");
  for (const act of [testContext.openHelp, testContext.openContact, testContext.openKeys])
    expect(act).toHaveBeenCalledOnce();
});

test("dark colours offer the light ones", () => {
  const testContext = buildContext({ isDark: true });

  runCommand("scheme", testContext);

  expect(testContext.chooseScheme).toHaveBeenCalledWith("light");
});
