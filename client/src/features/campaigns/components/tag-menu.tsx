import { IconBraces } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "@/ui/components/action-menu";
import type { MenuItem } from "@/ui/components/menu-item";
import { useTags } from "../composer-data";
import classes from "./tag-menu.module.css";

interface Props {
  /** What the tag goes into, for who hears the page. */
  readonly target: string;
  readonly onInsert: (tag: string) => void;
}

/** Inserts a field of the contact into a text. */
export function TagMenu({ target, onInsert }: Props) {
  const { t } = useTranslation();
  const tags = useTags();
  const item = ({ tag, name }: (typeof tags)[number]): MenuItem => ({
    id: tag,
    label: t([`campaigns.tags.${tag}`, "campaigns.tagNamed"], { name }),
    onClick: () => onInsert(`{{ ${tag} }}`),
  });
  const own = tags.filter(({ custom }) => custom);
  const items: readonly MenuItem[] = [
    { id: "standard", heading: t("campaigns.tagsStandard") },
    ...tags.filter(({ custom }) => !custom).map(item),
    ...(own.length > 0 ? [{ id: "own", heading: t("campaigns.tagsOwn") }, ...own.map(item)] : []),
  ];
  return (
    <ActionMenu
      items={items}
      width={220}
      trigger={
        <button type="button" className={classes.trigger} aria-label={t("campaigns.insertTagInto", { target })}>
          <IconBraces size={14} stroke={1.9} aria-hidden="true" />
          {t("campaigns.insertTag")}
        </button>
      }
    />
  );
}
