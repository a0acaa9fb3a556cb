import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useCountryName } from "@/features/lookups/public";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { SideSheet } from "@/ui/components/side-sheet";
import { getDisplayName } from "../columns";
import { useContact } from "../contacts-data";
import { formatDay } from "../day";
import { useFields } from "../fields-data";
import { formatCustomValue } from "../format-custom-value";
import { useStageNames } from "../funnel/stages";
import { ContactStateDot } from "./contact-state-dot";
import { LabelTags } from "./label-tags";

interface Props {
  readonly contactId: number;
  readonly onClose: () => void;
}

const TEXTS = ["phone", "company", "city", "country", "timezone", "note"] as const;

/** Side sheet with a contact, over the list. */
export function ContactPeek({ contactId, onClose }: Props) {
  const { t } = useTranslation();
  const stageName = useStageNames();
  const countryName = useCountryName();
  const { data: contact, error, refetch } = useContact(contactId);
  const retry = () => void refetch();
  const { data: fields = [] } = useFields();
  const custom = contact
    ? fields.flatMap((field) => {
        const value = contact.customField[field.id];
        const words = formatCustomValue(field.type, value, t);
        return words === "" ? [] : [{ id: field.id, name: field.name, words, type: field.type }];
      })
    : [];
  return (
    <SideSheet
      title={contact ? getDisplayName(contact) : t("contacts.contact")}
      onClose={onClose}
      foot={
        <Button component={Link} to={`/contacts/${contactId}`} variant="filled">
          {t("contacts.openContact")}
        </Button>
      }
    >
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {contact ? (
        <DescriptionList layout="rows">
          <div>
            <dt>{t("contacts.email")}</dt>
            <dd>{contact.email}</dd>
          </div>
          <div>
            <dt>{t("contacts.state")}</dt>
            <dd>
              <ContactStateDot state={contact.state} />
            </dd>
          </div>
          {contact.labels.length > 0 ? (
            <div>
              <dt>{t("contacts.labels")}</dt>
              <dd>
                <LabelTags labels={contact.labels} />
              </dd>
            </div>
          ) : null}
          {contact.birthday ? (
            <div>
              <dt>{t("contacts.birthday")}</dt>
              <dd>{formatDay(contact.birthday)}</dd>
            </div>
          ) : null}
          {contact.funnel ? (
            <div>
              <dt>{t("contacts.stage")}</dt>
              <dd>{stageName(contact.funnel)}</dd>
            </div>
          ) : null}
          {TEXTS.filter((name) => contact[name] !== "").map((name) => (
            <div key={name}>
              <dt>{t(`contacts.${name}`)}</dt>
              <dd>
                <bdi>{name === "country" ? countryName(contact.country) : contact[name]}</bdi>
              </dd>
            </div>
          ))}
          {custom.map(({ id, name, words, type }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>
                {type === "url" && /^https?:/i.test(words) ? (
                  <a href={words} target="_blank" rel="noopener noreferrer">
                    <bdi>{words}</bdi>
                  </a>
                ) : (
                  <bdi>{words}</bdi>
                )}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t("contacts.createdAt")}</dt>
            <dd>{formatDate(contact.createdAt)}</dd>
          </div>
          <div>
            <dt>{t("contacts.updatedAt")}</dt>
            <dd>
              <RelativeTime at={contact.updatedAt} />
            </dd>
          </div>
        </DescriptionList>
      ) : null}
    </SideSheet>
  );
}
