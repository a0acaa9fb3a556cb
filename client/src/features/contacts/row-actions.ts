import { IconCopy, IconEye, IconPencil, IconTag, IconTrash } from "@tabler/icons-react";
import type { Permission } from "@/features/session/public";
import type { Translate } from "@/lib/i18n/translation";
import type { MenuItem } from "@/ui/components/menu-item";
import { toast } from "@/ui/toasts";
import type { Contact } from "./contacts-data";

interface RowActionHandlers {
  readonly onPeek: () => void;
  readonly onLabel: () => void;
  readonly onDelete: () => void;
}

/** Actions on one contact of the list that the role allows. */
export function buildRowActions(
  contact: Contact,
  acts: RowActionHandlers,
  can: (permission: Permission) => boolean,
  t: Translate,
): readonly MenuItem[] {
  const copy = (): void =>
    void navigator.clipboard.writeText(contact.email).then(() => toast("success", t("contacts.emailCopied")));
  return [
    { id: "peek", label: t("contacts.quickLook"), icon: IconEye, onClick: acts.onPeek },
    { id: "open", label: t("contacts.openContact"), icon: IconPencil, to: `/contacts/${contact.contactId}` },
    { id: "copy", label: t("contacts.copyEmail"), icon: IconCopy, onClick: copy },
    ...(can("contact.edit") ? [{ id: "label", label: t("contacts.label"), icon: IconTag, onClick: acts.onLabel }] : []),
    ...(can("contact.delete")
      ? [
          { id: "line", isDivider: true as const },
          {
            id: "delete",
            label: t("contacts.delete"),
            icon: IconTrash,
            isDangerous: true,
            onClick: acts.onDelete,
          },
        ]
      : []),
  ];
}
