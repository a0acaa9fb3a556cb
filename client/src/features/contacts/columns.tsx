import { Link } from "react-router";
import { useCountryName } from "@/features/lookups/public";
import { formatDate } from "@/lib/dates";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import classes from "./columns.module.css";
import { stateDot } from "./components/contact-state-dot";
import { LabelTags } from "./components/label-tags";
import type { Contact } from "./contacts-data";
import type { CustomField } from "./fields-data";
import { formatCustomValue } from "./format-custom-value";

/** Maximum number of labels in the column; the rest is shown as a number. */
const MAX_SHOWN_LABELS = 2;
/** Widths in pixels: a dot before a word, the padding of a label, and the number of further labels. */
const DOT_PX = 16;
const TAG_PX = 30;
const MORE_PX = 24;

/** Display name of a contact: its name, else its address. */
export function getDisplayName(contact: Pick<Contact, "fullname" | "email">): string {
  return contact.fullname || contact.email;
}

function buildTextColumn(
  t: Translate,
  id: "firstname" | "lastname" | "phone" | "company" | "city" | "country" | "timezone",
  extra: Partial<DataColumn<Contact>>,
): DataColumn<Contact> {
  return {
    id,
    header: t(`contacts.${id}`),
    width: 105,
    least: 84,
    text: (contact) => contact[id] ?? "",
    cell: (contact) => <bdi>{contact[id]}</bdi>,
    ...extra,
  };
}

function CountryName({ stored }: { readonly stored: string }) {
  return <bdi>{useCountryName()(stored)}</bdi>;
}

function createLabelsCell(most: number) {
  return ({ labels }: Contact) => (labels.length > 0 ? <LabelTags labels={labels} most={most} /> : null);
}

/** Columns of the Contact Book (CONT-16 to 29, those that a contact has), custom fields last. */
export function buildContactColumns(t: Translate, fields: readonly CustomField[]): readonly DataColumn<Contact>[] {
  return [
    {
      id: "fullname",
      header: t("contacts.fullname"),
      width: 140,
      least: 128,
      isFixed: true,
      isSortable: true,
      text: ({ fullname }) => fullname || t("contacts.noName"),
      cell: (contact) => (
        <Link to={`/contacts/${contact.contactId}`} className={contact.fullname ? undefined : classes.noName}>
          <bdi>{contact.fullname || t("contacts.noName")}</bdi>
        </Link>
      ),
    },
    buildTextColumn(t, "firstname", { isSortable: true, isOptional: true }),
    buildTextColumn(t, "lastname", { isSortable: true, isOptional: true }),
    {
      id: "email",
      header: t("contacts.email"),
      width: 226,
      least: 176,
      isSortable: true,
      text: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      id: "label",
      header: t("contacts.label"),
      width: 206,
      least: 130,
      text: ({ labels }) =>
        labels
          .slice(0, MAX_SHOWN_LABELS)
          .map(({ name }) => name)
          .join(""),
      decoration: MAX_SHOWN_LABELS * TAG_PX + MORE_PX,
      cell: createLabelsCell(MAX_SHOWN_LABELS),
      leastCell: createLabelsCell(1),
    },
    {
      id: "state",
      header: t("contacts.state"),
      width: 126,
      text: ({ state }) => t(`contacts.states.${state}`),
      decoration: DOT_PX,
      cell: ({ state }) => stateDot(state, t),
    },
    buildTextColumn(t, "phone", { isOptional: true }),
    buildTextColumn(t, "company", { isOptional: true }),
    buildTextColumn(t, "city", { isSecondary: true }),
    buildTextColumn(t, "country", {
      isOptional: true,
      // Countries are stored by their English names.
      ...(getCurrentLanguage() === "en" ? {} : { cell: ({ country }) => <CountryName stored={country} /> }),
    }),
    buildTextColumn(t, "timezone", { isOptional: true, width: 140 }),
    {
      id: "updatedAt",
      header: t("contacts.updatedAt"),
      width: 116,
      isSortable: true,
      isSecondary: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: "createdAt",
      header: t("contacts.createdAt"),
      width: 108,
      align: "end",
      isSecondary: true,
      isSortable: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    ...fields.map(
      (field): DataColumn<Contact> => ({
        id: `custom:${field.id}`,
        header: field.name,
        width: 140,
        isOptional: true,
        ...(field.type === "number"
          ? { align: "end" }
          : { text: (contact) => formatCustomValue(field.type, contact.customField[field.id], t), least: 96 }),
        cell: (contact) => <bdi>{formatCustomValue(field.type, contact.customField[field.id], t)}</bdi>,
      }),
    ),
  ];
}
