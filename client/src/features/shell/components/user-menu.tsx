import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun, IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMe } from "@/features/session/public";
import { changeLanguage, currentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { ActionMenu } from "@/ui/components/action-menu";
import { Avatar } from "@/ui/components/avatar";
import type { MenuItem } from "@/ui/components/menu-item";
import { chooseScheme, useSchemeChoice } from "@/ui/theme/colour-scheme";
import classes from "./user-menu.module.css";

const SCHEMES = [
  { value: "light", label: "shell.light", icon: IconSun },
  { value: "dark", label: "shell.dark", icon: IconMoon },
  { value: "auto", label: "shell.auto", icon: IconDeviceDesktop },
] as const;

export function UserMenu({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation();
  const user = useMe()?.user;
  const scheme = useSchemeChoice();
  const name = user?.fullname || user?.email || "";
  const items: MenuItem[] = [
    { id: "first", isDivider: true },
    { id: "appearance", heading: t("shell.appearance") },
    ...SCHEMES.map(({ value, label, icon }) => ({
      id: value,
      label: t(label),
      icon,
      isTicked: value === scheme,
      onClick: () => chooseScheme(value),
    })),
    { id: "language", heading: t("shell.language") },
    ...LANGUAGES.map((language) => ({
      id: language,
      label: LANGUAGE_NAMES[language],
      lang: language,
      icon: IconWorld,
      isTicked: language === currentLanguage(),
      onClick: () => void changeLanguage(language),
    })),
    { id: "second", isDivider: true },
    { id: "keyboard", label: t("shell.keyboard"), icon: IconKeyboard, shortcut: "?", onClick: onHelp },
    { id: "logout", label: t("shell.logout"), icon: IconLogout, to: "/logout" },
  ];
  return (
    <ActionMenu
      width={240}
      items={items}
      head={
        <div className={classes.who}>
          <strong>{name}</strong>
          {user && user.email !== name ? <span>{user.email}</span> : null}
        </div>
      }
      trigger={
        <button type="button" className={classes.target}>
          <Avatar name={name} image={user?.image} />
          <span className={classes.name}>{name}</span>
          <span className={classes.said}>, {t("shell.userMenu")}</span>
        </button>
      }
    />
  );
}
