import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { DataCards } from "@/ui/table/data-cards";
import { getDisplayName } from "../columns";
import type { Contact } from "../contacts-data";
import classes from "./contact-cards.module.css";
import { ContactStateDot } from "./contact-state-dot";
import { LabelTags } from "./label-tags";

interface Props {
  readonly contacts: readonly Contact[];
  readonly isStale: boolean;
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (ids: readonly string[], isTicked: boolean) => void;
  readonly isFresh: (contact: Contact) => boolean;
}

/** The contacts on phones. */
export function ContactCards({ contacts, isStale, isSelected, onSelect, isFresh }: Props) {
  const { t } = useTranslation();
  return (
    <DataCards<Contact>
      label={t("contacts.title")}
      rows={contacts}
      rowId={({ contactId }) => String(contactId)}
      rowName={getDisplayName}
      isStale={isStale}
      selection={{ isSelected, onSelect }}
      isFresh={isFresh}
      card={(contact) => ({
        to: `/contacts/${contact.contactId}`,
        title: (
          <>
            <bdi className={contact.fullname ? undefined : classes.noName}>
              {contact.fullname || t("contacts.noName")}
            </bdi>
            <LabelTags labels={contact.labels} most={1} />
          </>
        ),
        text: contact.email,
        status: <ContactStateDot state={contact.state} />,
        date: <RelativeTime at={contact.updatedAt} />,
      })}
    />
  );
}
