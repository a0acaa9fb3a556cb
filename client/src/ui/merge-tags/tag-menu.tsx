import { IconBraces, IconWand } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { EMAIL_TAGS, type MergeField } from "@/lib/merge-tags/fields";
import { ActionMenu } from "@/ui/components/action-menu";
import type { MenuItem } from "@/ui/components/menu-item";
import classes from "./tag-menu.module.css";

const TagDialog = lazy(async () => ({ default: (await import("./tag-dialog")).TagDialog }));

interface Props {
  /** Name of the text that receives the tag, for screen readers. */
  readonly target: string;
  readonly fields: readonly MergeField[];
  /** Whether to also offer the tags of the email itself, such as the unsubscribe link. */
  readonly withEmailTags?: boolean;
  readonly onInsert: (tag: string) => void;
}

/** Inserts a contact field into a text: plain, with a fallback or format, or in a condition. */
export function TagMenu({ target, fields, withEmailTags = false, onInsert }: Props) {
  const { t } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const item = ({ tag, name }: MergeField): MenuItem => ({
    id: tag,
    label: t([toTextKey(`mergeTags.fields.${tag}`), "terms.name"], { name }),
    onClick: () => onInsert(`{{ ${tag} }}`),
  });
  const own = fields.filter(({ custom }) => custom);
  const items: readonly MenuItem[] = [
    { id: "write", label: t("mergeTags.build.open"), icon: IconWand, onClick: () => setWriting(true) },
    { id: "standard", heading: t("mergeTags.standardFields") },
    ...fields.filter(({ custom }) => !custom).map(item),
    ...(own.length > 0 ? [{ id: "own", heading: t("words.customFields") }, ...own.map(item)] : []),
    ...(withEmailTags
      ? [
          { id: "mail", heading: t("terms.thisEmail") },
          ...EMAIL_TAGS.map((tag) => ({
            id: tag,
            label: t(`mergeTags.ofEmail.${tag}`),
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
          <button type="button" className={classes.trigger} aria-label={t("mergeTags.insertInto", { target })}>
            <IconBraces size={14} stroke={1.9} aria-hidden="true" />
            {t("terms.insertMergeTag")}
          </button>
        }
      />
      {isWriting ? (
        <Suspense fallback={null}>
          <TagDialog fields={fields} onInsert={onInsert} onClose={() => setWriting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
