import {
  IconFileImport,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconMoon,
  IconPlus,
  IconSun,
  IconUserPlus,
  IconUsersGroup,
  IconWorld,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { TextKey } from "@/lib/i18n/translation";
import type { MenuIconProps } from "@/lib/routing";
import type { Access } from "./menu";

/** A command of the palette: its label, its conditions and its action. */
export interface Command {
  readonly id: string;
  readonly label: TextKey;
  readonly words?: Readonly<Record<string, string>>;
  readonly icon: ComponentType<MenuIconProps>;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** What commands need from the current screen. */
export interface CommandContext {
  readonly allowed: Access;
  readonly go: (path: string) => void;
  readonly isDark: boolean;
  readonly chooseScheme: (scheme: "light" | "dark") => void;
  readonly otherLanguages: readonly { readonly id: string; readonly name: string }[];
  readonly chooseLanguage: (id: string) => void;
  readonly otherTeams: readonly { readonly id: string; readonly name: string }[];
  readonly switchTeam: (id: string) => void;
  readonly openHelp: () => void;
  readonly openContact: () => void;
  readonly openKeys: () => void;
}

interface CreateCommand {
  readonly id: string;
  readonly label: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
  readonly path: string;
  readonly permission: string;
  readonly feature: string;
}

const CREATE_COMMANDS: readonly CreateCommand[] = [
  {
    id: "new-campaign",
    label: "words.newCampaign",
    icon: IconPlus,
    path: "/campaigns?new",
    permission: "campaign.edit",
    feature: "emailMarketing",
  },
  {
    id: "new-contact",
    label: "words.newContact",
    icon: IconUserPlus,
    path: "/contacts/new",
    permission: "contact.create",
    feature: "contactManagement",
  },
  {
    id: "import-contacts",
    label: "words.importContacts",
    icon: IconFileImport,
    path: "/contacts/import",
    permission: "contact.import",
    feature: "contactManagement",
  },
];

/** All available commands in display order. */
export function listCommands(context: CommandContext): readonly Command[] {
  const { allowed, go } = context;
  const making = CREATE_COMMANDS.filter(
    ({ permission, feature }) => allowed.permissions.includes(permission) && allowed.features.includes(feature),
  );
  return [
    ...making.map(({ id, label, icon, path }): Command => ({ id, label, icon, run: () => go(path) })),
    ...context.otherTeams.map(
      ({ id, name }): Command => ({
        id: `team-${id}`,
        label: "shell.commands.switchTeam",
        words: { name },
        icon: IconUsersGroup,
        run: () => context.switchTeam(id),
      }),
    ),
    {
      id: "scheme",
      label: context.isDark ? "shell.commands.light" : "shell.commands.dark",
      icon: context.isDark ? IconSun : IconMoon,
      run: () => context.chooseScheme(context.isDark ? "light" : "dark"),
    },
    ...context.otherLanguages.map(
      ({ id, name }): Command => ({
        id: `language-${id}`,
        label: "shell.commands.language",
        words: { name },
        icon: IconWorld,
        run: () => context.chooseLanguage(id),
      }),
    ),
    { id: "help", label: "shell.commands.help", icon: IconHelpCircle, run: context.openHelp },
    { id: "contact", label: "words.contactUs", icon: IconMail, run: context.openContact },
    { id: "keys", label: "shell.keyboard", icon: IconKeyboard, keys: ["?"], run: context.openKeys },
    { id: "logout", label: "shell.logout", icon: IconLogout, run: () => go("/logout") },
  ];
}
