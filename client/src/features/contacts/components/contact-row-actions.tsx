import { Menu } from "@mantine/core";
import { IconCopy, IconEye, IconPencil, IconTag, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { toast } from "@/ui/toasts";
import type { Contact } from "../contacts-data";
import { useMay } from "../use-may";

interface Props {
  readonly contact: Contact;
  readonly onPeek: () => void;
  readonly onLabel: () => void;
  readonly onDelete: () => void;
}

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

export function ContactRowActions({ contact, onPeek, onLabel, onDelete }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <>
      <Menu.Item leftSection={<IconEye {...ICON} />} onClick={onPeek}>
        {t("contacts.quickLook")}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil {...ICON} />} component={Link} to={`/contacts/${contact.contactId}`}>
        {t("contacts.openContact")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy {...ICON} />}
        onClick={() => {
          void navigator.clipboard.writeText(contact.email).then(() => toast("success", t("contacts.emailCopied")));
        }}
      >
        {t("contacts.copyEmail")}
      </Menu.Item>
      {may("edit") ? (
        <Menu.Item leftSection={<IconTag {...ICON} />} onClick={onLabel}>
          {t("contacts.label")}
        </Menu.Item>
      ) : null}
      {may("delete") ? (
        <>
          <Menu.Divider />
          <Menu.Item data-danger leftSection={<IconTrash {...ICON} />} onClick={onDelete}>
            {t("contacts.delete")}
          </Menu.Item>
        </>
      ) : null}
    </>
  );
}
