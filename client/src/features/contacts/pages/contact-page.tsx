import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { formatDateTime } from "@/lib/dates";
import { integer } from "@/lib/filters";
import { EmptyState } from "@/ui/components/empty-state";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { toast } from "@/ui/toasts";
import { nameOf } from "../columns";
import { ContactForm } from "../components/contact-form";
import classes from "../components/contact-page.module.css";
import { ContactStateDot } from "../components/contact-state-dot";
import { ContactsDrawing } from "../components/contacts-drawing";
import { LoadFailed } from "../components/load-failed";
import { draftOf } from "../contact-draft";
import { useChangeContact, useContact } from "../contacts-data";
import { useMay } from "../use-may";

const DeleteContactsDialog = lazy(async () => ({
  default: (await import("../components/delete-contacts-dialog")).DeleteContactsDialog,
}));

/** The contact is not there: never was, not ours, or deleted. */
function isGone(error: unknown): boolean {
  return isFailure(error) && (GONE.has(error.status) || error.code === "noEntity");
}

const GONE = new Set([404, 410]);

/** One contact: what is known of it, to be read and changed. */
export function ContactPage() {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const contactId = Number(useParams().id);
  const { data: contact, error, refetch } = useContact(contactId);
  const retry = () => void refetch();
  const change = useChangeContact(contactId);
  const [isDeleting, setDeleting] = useState(false);
  const crumbs = [{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }];

  if (isGone(error)) {
    return (
      <>
        <PageHead title={t("contacts.contact")} crumbs={crumbs} />
        <EmptyState
          drawing={<ContactsDrawing />}
          title={t("contacts.goneTitle")}
          text={t("contacts.goneText")}
          action={<Button onClick={() => void navigate("/contacts")}>{t("contacts.backToBook")}</Button>}
        />
      </>
    );
  }
  if (!contact) {
    return (
      <>
        <PageHead title={t("contacts.contact")} crumbs={crumbs} state={t("contacts.loading")} />
        {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={nameOf(contact)}
        crumbs={crumbs}
        state={[
          contact.email,
          <span key="created" title={formatDateTime(contact.createdAt, true)}>
            {t("contacts.addedOn", { date: formatDateTime(contact.createdAt) })}
          </span>,
          <span key="updated">
            {t("contacts.updatedAgo")} <RelativeTime at={contact.updatedAt} />
          </span>,
        ]}
        actions={
          may("delete") ? (
            <Button
              color="bad"
              leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setDeleting(true)}
            >
              {t("contacts.delete")}
            </Button>
          ) : undefined
        }
      />
      <div className={classes.columns}>
        <ContactForm
          key={contact.contactId}
          base={draftOf(contact)}
          isReadOnly={!may("edit")}
          saveLabel={t("contacts.saveContact")}
          failure={change.error}
          isSaving={change.isPending}
          onSave={(body, saved) =>
            change.mutate(body, {
              onSuccess: () => {
                saved();
                toast("success", t("contacts.saved"));
              },
            })
          }
        />
        <aside className={classes.aside} aria-label={t("contacts.subscription")}>
          <h2>{t("contacts.subscription")}</h2>
          <ContactStateDot state={contact.state} />
          <p>{t(`contacts.stateHelp.${contact.state}`)}</p>
          <dl>
            <dt>{t("contacts.contactId")}</dt>
            <dd className="mono">{contact.contactId}</dd>
            <dt>{t("contacts.revision")}</dt>
            <dd>{integer(contact.revision)}</dd>
          </dl>
        </aside>
      </div>
      <Suspense fallback={null}>
        {isDeleting ? (
          <DeleteContactsDialog
            target={{ ids: [contact.contactId] }}
            total={1}
            totalIsExact
            name={nameOf(contact)}
            onDone={() => void navigate("/contacts", { replace: true })}
            onClose={() => setDeleting(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
