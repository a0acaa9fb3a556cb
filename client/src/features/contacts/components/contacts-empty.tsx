import { Button } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { isNarrowed, type ListQuery, NO_FILTERS } from "../list-query";
import { ContactsIllustration } from "./contacts-illustration";
import { IconLabel } from "./icon-label";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** Empty state of the list: no match, or no contact yet. */
export function ContactsEmpty({ query, onChange }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  if (isNarrowed(query)) {
    const isPrefix = query.match === "prefix" && query.search !== "";
    return (
      <EmptyState
        drawing={<ContactsIllustration />}
        title={t("contacts.noMatch")}
        text={t(isPrefix ? "contacts.noMatchPrefix" : "contacts.noMatchHelp")}
        action={
          <Button onClick={() => onChange(isPrefix ? { match: "contains" } : NO_FILTERS)}>
            {t(isPrefix ? "contacts.searchInside" : "contacts.clearFilters")}
          </Button>
        }
      />
    );
  }
  const addButton = (
    <Button component={Link} to="/contacts/new" variant="filled">
      <IconLabel icon={IconPlus}>{t("contacts.add")}</IconLabel>
    </Button>
  );
  const importButton = (
    <Button component={Link} to="/contacts/import" variant="filled">
      <IconLabel icon={IconUpload}>{t("contacts.importShort")}</IconLabel>
    </Button>
  );
  return (
    <EmptyState
      drawing={<ContactsIllustration />}
      title={t("contacts.emptyTitle")}
      text={t("contacts.emptyText")}
      action={can("contact.import") ? importButton : can("contact.create") ? addButton : undefined}
      after={
        can("contact.import") && can("contact.create") ? (
          <Link to="/contacts/new">{t("contacts.emptyOr")}</Link>
        ) : undefined
      }
    />
  );
}
