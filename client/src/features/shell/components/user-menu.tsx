import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconTargetArrow,
  IconUser,
  IconUsersGroup,
  IconWorld,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { missionQuery, useDismissMission } from "@/features/onboarding/public";
import { useChooseLanguage, useMe } from "@/features/session/public";
import { getCurrentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import type { MenuEntry } from "@/lib/routing";
import { ActionMenu } from "@/ui/components/action-menu";
import { Avatar } from "@/ui/components/avatar";
import type { MenuItem } from "@/ui/components/menu-item";
import { chooseScheme, useSchemeChoice } from "@/ui/theme/colour-scheme";
import { useTeams } from "../use-teams";
import { AppVersion } from "./app-version";
import classes from "./user-menu.module.css";

const SCHEMES = [
  { value: "light", label: "words.light", icon: IconSun },
  { value: "dark", label: "words.dark", icon: IconMoon },
  { value: "auto", label: "shell.auto", icon: IconDeviceDesktop },
] as const;

/** A screen about the user, linked from the menu. */
export interface ProfileLink {
  readonly name: string;
  readonly path: string;
  readonly title: TextKey;
  readonly menu?: Pick<MenuEntry, "icon">;
}

interface Props {
  readonly profile: readonly ProfileLink[];
  readonly onKeys: () => void;
}

/** The signed-in user, other teams, appearance, language and sign-out. */
export function UserMenu({ profile, onKeys }: Props) {
  const { t } = useTranslation();
  const user = useMe()?.user;
  const scheme = useSchemeChoice();
  const chooseLanguage = useChooseLanguage();
  const name = user?.fullname || user?.email || "";
  const [wasOpened, setOpened] = useState(false);
  const { teams, isSwitching, change } = useTeams(wasOpened);
  const mission = useQuery({ ...missionQuery, enabled: wasOpened }).data;
  const dismiss = useDismissMission();
  const teamItems: MenuItem[] =
    teams.length > 1
      ? [
          { id: "teams", heading: t("words.team") },
          ...teams.map(({ active, companyId, name: team, slug }) => ({
            id: `team-${companyId}`,
            label: team || slug,
            icon: IconUsersGroup,
            isTicked: active,
            onClick: () => {
              if (!active && !isSwitching) void change(companyId);
            },
          })),
          { id: "after-teams", isDivider: true as const },
        ]
      : [];
  const profileItems: MenuItem[] = profile.map(({ name: id, path, title, menu }) => ({
    id,
    label: t(title),
    icon: menu?.icon ?? IconUser,
    to: path,
  }));
  const items: MenuItem[] = [
    { id: "first", isDivider: true },
    ...profileItems,
    ...teamItems,
    { id: "appearance", heading: t("shell.appearance") },
    ...SCHEMES.map(({ value, label, icon }) => ({
      id: value,
      label: t(label),
      icon,
      isTicked: value === scheme,
      onClick: () => chooseScheme(value),
    })),
    { id: "language", heading: t("words.language") },
    ...LANGUAGES.map((language) => ({
      id: language,
      label: LANGUAGE_NAMES[language],
      lang: language,
      icon: IconWorld,
      isTicked: language === getCurrentLanguage(),
      onClick: () => chooseLanguage(language),
    })),
    { id: "second", isDivider: true },
    ...(mission?.dismissed && mission.percentage < 100
      ? [
          {
            id: "mission",
            label: t("onboarding.show"),
            icon: IconTargetArrow,
            onClick: () => dismiss.mutate({ body: { dismissed: false } }),
          },
        ]
      : []),
    { id: "keyboard", label: t("shell.keyboard"), icon: IconKeyboard, shortcut: "?", onClick: onKeys },
    { id: "logout", label: t("shell.logout"), icon: IconLogout, to: "/logout" },
  ];
  return (
    <ActionMenu
      width={240}
      onOpen={() => setOpened(true)}
      items={items}
      head={
        <div className={classes.who}>
          <strong>{name}</strong>
          {user && user.email !== name ? <span>{user.email}</span> : null}
          <AppVersion />
        </div>
      }
      trigger={
        <button type="button" className={classes.target}>
          <Avatar name={name} image={user?.image} />
          <span className={classes.name}>{name}</span>
          <span className="said">, {t("shell.userMenu")}</span>
        </button>
      }
    />
  );
}
