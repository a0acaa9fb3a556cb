import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { NavLink } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import type { MenuSubgroup } from "@/lib/routing";
import { GROUP_ICONS } from "../group-icons";
import { groupBySubgroup, type MenuSection, type NavigationItem } from "../menu";
import classes from "./sidebar.module.css";

interface Props {
  readonly section: MenuSection;
  readonly active: NavigationItem | undefined;
}

/** A menu group: a single entry is shown without a group, several are collapsible under its heading. */
export function SidebarSection({ section: { group, items }, active }: Props) {
  const { t } = useTranslation();
  const holdsActive = items.some(({ name }) => name === active?.name);
  const [choice, setChoice] = useState<boolean>();
  // Remains open after the user leaves it, so that the way back is one click.
  if (holdsActive && choice === undefined) setChoice(true);
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
          {items
            .filter(({ subgroup }) => !subgroup)
            .map((item) => (
              <SidebarLink key={item.name} item={item} active={active} />
            ))}
          {groupBySubgroup(items).map((part) => (
            <Subgroup key={part.subgroup} subgroup={part.subgroup} items={part.items} active={active} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function SidebarLink({ item, active }: { readonly item: NavigationItem; readonly active: NavigationItem | undefined }) {
  const { t } = useTranslation();
  return (
    <li>
      <NavLink to={item.path} className={classes.leaf} data-active={item.name === active?.name || undefined}>
        <span className={classes.word}>{t(item.label)}</span>
      </NavLink>
    </li>
  );
}

interface SubgroupProps {
  readonly subgroup: MenuSubgroup;
  readonly items: readonly NavigationItem[];
  readonly active: NavigationItem | undefined;
}

/** A group within the group, at its end. */
function Subgroup({ subgroup, items, active }: SubgroupProps) {
  const { t } = useTranslation();
  const holdsActive = items.some(({ name }) => name === active?.name);
  const [choice, setChoice] = useState<boolean>();
  // Remains open after the user leaves it, so that the way back is one click.
  if (holdsActive && choice === undefined) setChoice(true);
  const isOpen = choice ?? holdsActive;
  return (
    <li>
      <button
        type="button"
        className={classes.leaf}
        aria-expanded={isOpen}
        data-holds={holdsActive || undefined}
        onClick={() => setChoice(!isOpen)}
      >
        <span className={classes.word}>{t(`shell.subgroups.${subgroup}`)}</span>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.9} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ul className={classes.tree}>
          {items.map((item) => (
            <SidebarLink key={item.name} item={item} active={active} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
