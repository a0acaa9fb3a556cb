import { Button, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const SCHEMES = [
  { value: "light", label: "session.themeLight", Icon: IconSun },
  { value: "dark", label: "session.themeDark", Icon: IconMoon },
  { value: "auto", label: "session.themeAuto", Icon: IconDeviceDesktop },
] as const;

export function AppearanceMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = SCHEMES.find(({ value }) => value === colorScheme) ?? SCHEMES[2];
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="xs"
          aria-label={`${t("session.theme")}: ${t(current.label)}`}
          leftSection={<current.Icon size={14} stroke={1.9} />}
        >
          {t(current.label)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            onClick={() => setColorScheme(value)}
            leftSection={<Icon size={16} stroke={1.7} />}
            rightSection={value === current.value ? <IconCheck size={14} stroke={1.9} /> : null}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
