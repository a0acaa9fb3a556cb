import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeLanguage, currentLanguage, LANGUAGES, type Language } from "@/lib/i18n/i18n";

/** Each language by its own name, so that it is found by who reads it. */
const NAMES: Readonly<Record<Language, string>> = { en: "English", id: "Bahasa Indonesia" };

export function LanguageMenu() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          variant="subtle"
          size="xs"
          aria-label={`${t("session.language")}: ${NAMES[current]}`}
          leftSection={<IconWorld size={14} stroke={1.9} />}
          rightSection={<IconChevronDown size={12} stroke={1.9} />}
        >
          {NAMES[current]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => void changeLanguage(language)}
            rightSection={language === current ? <IconCheck size={14} stroke={1.9} /> : null}
          >
            {NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
