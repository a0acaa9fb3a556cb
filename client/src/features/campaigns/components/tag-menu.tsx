import { IconBraces, IconWand } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import type { MenuItem } from "@/ui/components/menu-item";
import { useTags } from "../composer-data";
import { MAIL_TAGS } from "../extras/tag-completion";
import classes from "./tag-menu.module.css";

const TagDialog = lazy(async () => ({ default: (await import("../extras/tag-dialog")).TagDialog }));

interface Props {
  /** What the tag goes into, for who hears the page. */
  readonly target: string;
  /** Beside fields also the tags of the mail itself, such as the address to unsubscribe. */
  readonly withMailTags?: boolean;
  readonly onInsert: (tag: string) => void;
}

/** Inserts a field of the contact into a text, as it is or with a word for those without, a format, a condition. */
export function TagMenu({ target, withMailTags = false, onInsert }: Props) {
  const { t } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const tags = useTags();
  const item = ({ tag, name }: (typeof tags)[number]): MenuItem => ({
    id: tag,
    label: t([composedKey(`campaigns.tags.${tag}`), "terms.name"], { name }),
    onClick: () => onInsert(`{{ ${tag} }}`),
  });
  const own = tags.filter(({ custom }) => custom);
  const items: readonly MenuItem[] = [
    { id: "write", label: t("campaignExtras.tag.open"), icon: IconWand, onClick: () => setWriting(true) },
    { id: "standard", heading: t("campaigns.tagsStandard") },
    ...tags.filter(({ custom }) => !custom).map(item),
    ...(own.length > 0 ? [{ id: "own", heading: t("words.customFields") }, ...own.map(item)] : []),
    ...(withMailTags
      ? [
          { id: "mail", heading: t("terms.thisEmail") },
          ...MAIL_TAGS.map((tag) => ({
            id: tag,
            label: t(`campaignExtras.mailTags.${tag}`),
            onClick: () => onInsert(`{{ ${tag} }}`),
          })),
        ]
      : []),
  ];
  return (
    <>
      <ActionMenu
        items={items}
        width={220}
        trigger={
          <button type="button" className={classes.trigger} aria-label={t("campaigns.insertTagInto", { target })}>
            <IconBraces size={14} stroke={1.9} aria-hidden="true" />
            {t("terms.insertMergeTag")}
          </button>
        }
      />
      {isWriting ? (
        <Suspense fallback={null}>
          <TagDialog onInsert={onInsert} onClose={() => setWriting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
