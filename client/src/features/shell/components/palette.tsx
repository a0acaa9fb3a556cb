import "@/ui/theme/overlay-styles";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconLogout, IconSearch } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import "@mantine/spotlight/styles.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import type { Menu } from "../menu";
import { paletteSpotlight, paletteStore } from "../palette-store";
import classes from "./palette.module.css";

interface Props {
  readonly menu: Menu;
  readonly onClose: () => void;
}

/** Ctrl+K: goes to any screen of the menu by typing a part of its name. */
export function Palette({ menu, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();

  useEffect(() => paletteSpotlight.open(), []);

  const actions = useMemo<SpotlightActionData[]>(() => {
    const screens = menu
      .flatMap(({ items }) => items)
      .map(({ name, label, path, icon: Icon }) => ({
        id: name,
        label: t(label),
        leftSection: <Icon size={16} stroke={1.7} />,
        onClick: () => void navigate(path),
      }));
    const leave = {
      id: "logout",
      label: t("shell.logout"),
      leftSection: <IconLogout size={16} stroke={1.7} />,
      onClick: () => void navigate("/logout"),
    };
    return [...screens, leave];
  }, [menu, navigate, t]);

  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      shortcut={null}
      lockScroll={false}
      nothingFound={t("shell.nothingFound")}
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.28 }}
      onSpotlightClose={onClose}
      classNames={{ content: classes.content ?? "", action: classes.action ?? "", search: classes.search ?? "" }}
      searchProps={{ placeholder: t("shell.search"), leftSection: <IconSearch size={16} stroke={1.7} /> }}
    />
  );
}
