import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { RelativeTime } from "@/ui/components/relative-time";
import { TickBox } from "@/ui/table/tick-box";
import { nameOf } from "../columns";
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

/** The list on a phone: two lines a contact, and nothing to scroll sideways. */
export function ContactCards({ contacts, isStale, isSelected, onSelect, isFresh }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} aria-label={t("contacts.title")} data-stale={isStale || undefined}>
      {contacts.map((contact) => {
        const id = String(contact.contactId);
        return (
          <li
            key={id}
            className={classes.card}
            data-selected={isSelected(id) || undefined}
            data-fresh={isFresh(contact) || undefined}
          >
            <TickBox
              label={t("ui.selectRow", { name: nameOf(contact) })}
              isTicked={isSelected(id)}
              onChange={(isTicked) => onSelect([id], isTicked)}
            />
            <Link to={`/contacts/${id}`} className={classes.who}>
              <span className={classes.first} data-nameless={contact.fullname ? undefined : true}>
                <bdi>{contact.fullname || t("contacts.noName")}</bdi>
                <LabelTags labels={contact.labels} most={1} />
              </span>
              <span className={classes.email}>{contact.email}</span>
            </Link>
            <span className={classes.end}>
              <ContactStateDot state={contact.state} />
              <RelativeTime at={contact.updatedAt} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
