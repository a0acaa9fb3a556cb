import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { GROUP_ICONS } from "../group-icons";
import type { MenuItem, MenuSection } from "../menu";
import classes from "./sidebar.module.css";

interface Props {
  readonly section: MenuSection;
  readonly active: MenuItem | undefined;
}

/** A group of the menu: one entry stands alone, several stand under their group and fold. */
export function SidebarSection({ section: { group, items }, active }: Props) {
  const { t } = useTranslation();
  const holdsActive = items.some(({ name }) => name === active?.name);
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? holdsActive;
  const [only] = items;

  if (items.length === 1 && only) {
    return (
      <NavLink to={only.path} className={classes.item} data-active={holdsActive || undefined} title={t(only.label)}>
        <only.icon size={16} stroke={1.7} />
        <span className={classes.word}>{t(only.label)}</span>
      </NavLink>
    );
  }
  const Icon = GROUP_ICONS[group];
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.item}
        aria-expanded={isOpen}
        data-holds={holdsActive || undefined}
        title={t(`shell.groups.${group}`)}
        onClick={() => setChoice(!isOpen)}
      >
        <Icon size={16} stroke={1.7} />
        <span className={classes.word}>{t(`shell.groups.${group}`)}</span>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.9} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ul className={classes.tree}>
          {items.map(({ name, path, label }) => (
            <li key={name}>
              <NavLink to={path} className={classes.leaf} data-active={name === active?.name || undefined}>
                <span className={classes.word}>{t(label)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
