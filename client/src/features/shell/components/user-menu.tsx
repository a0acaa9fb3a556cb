import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { Menu } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconWorld,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { changeLanguage, currentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { Avatar } from "@/ui/components/avatar";
import { chooseScheme, useSchemeChoice } from "@/ui/theme/colour-scheme";
import classes from "./user-menu.module.css";

const SCHEMES = [
  { value: "light", label: "shell.light", Icon: IconSun },
  { value: "dark", label: "shell.dark", Icon: IconMoon },
  { value: "auto", label: "shell.auto", Icon: IconDeviceDesktop },
] as const;

export function UserMenu({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation();
  const user = useMe()?.user;
  const scheme = useSchemeChoice();
  const name = user?.fullname || user?.email || "";
  const tick = <IconCheck size={14} stroke={1.9} />;
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={classes.target} aria-label={t("shell.userMenu", { name })}>
          <Avatar name={name} image={user?.image} />
          <span className={classes.name}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          {user?.fullname ? <span>{user.email}</span> : null}
        </div>
        <Menu.Divider />
        <Menu.Label>{t("shell.appearance")}</Menu.Label>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} stroke={1.7} />}
            rightSection={value === scheme ? tick : null}
            onClick={() => chooseScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Label>{t("shell.language")}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            closeMenuOnClick={false}
            leftSection={<IconWorld size={16} stroke={1.7} />}
            rightSection={language === currentLanguage() ? tick : null}
            onClick={() => void changeLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.7} />} rightSection={<kbd>?</kbd>} onClick={onHelp}>
          {t("shell.keyboard")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} component={Link} to="/logout">
          {t("shell.logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
