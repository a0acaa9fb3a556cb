import { Button } from "@mantine/core";
import { IconArrowsJoin, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { isMissing, throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { getDisplayName } from "../columns";
import { ContactStateDot } from "../components/contact-state-dot";
import { useContact } from "../contacts-data";
import { DetailsCard } from "../person/components/details-card";
import { SubjectCard } from "../person/components/subject-card";
import { SubscriptionCard } from "../person/components/subscription-card";
import { Timeline } from "../person/components/timeline";
import classes from "./contact-page.module.css";

const DeleteContactsDialog = lazy(async () => ({
  default: (await import("../components/delete-contacts-dialog")).DeleteContactsDialog,
}));
const MergeDialog = lazy(async () => ({ default: (await import("../person/components/merge-dialog")).MergeDialog }));

/** Details of a contact, with editing. */
export function ContactPage() {
  const { id } = useParams();
  return <ContactScreen key={id} contactId={Number(id)} />;
}

function ContactScreen({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const { data: contact, error, refetch } = throwIfMissingBeforeFirstData(useContact(contactId));
  const retry = () => void refetch();
  useWatching(contact ? `contact:${contactId}` : undefined);
  const [isDeleting, setDeleting] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  // Unsaved text remains after someone else has deleted the contact.
  const isGone = isMissing(error);
  const crumbs = [{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }];

  function leaveDeleted(): void {
    // Clears unsaved text before the navigation, which would otherwise ask about it.
    flushSync(() => setDeleted(true));
    void navigate("/contacts", { replace: true });
  }

  if (!contact) {
    return (
      <>
        <PageHead title={t("contacts.contact")} crumbs={crumbs} state={error ? undefined : t("contacts.loading")} />
        {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={getDisplayName(contact)}
        crumbs={crumbs}
        state={[
          <ContactStateDot key="state" state={contact.state} />,
          contact.email,
          <span key="number">{t("person.number", { id: contact.contactId })}</span>,
          <span key="created" title={formatDateTime(contact.createdAt, true)}>
            {t("contacts.addedOn", { date: formatDateTime(contact.createdAt) })}
          </span>,
          <span key="updated">
            {t("contacts.updatedAgo")} <RelativeTime at={contact.updatedAt} />
          </span>,
        ]}
        actions={
          <>
            <Watchers thing={`contact:${contactId}`} />
            {can("contact.delete") && can("contact.edit") && !isGone ? (
              <Button
                leftSection={<IconArrowsJoin size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setMerging(true)}
              >
                {t("person.merge")}
              </Button>
            ) : null}
            {can("contact.delete") && !isGone ? (
              <Button
                color="bad"
                leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setDeleting(true)}
              >
                {t("contacts.delete")}
              </Button>
            ) : null}
          </>
        }
      />
      {isGone && !isDeleting ? <Notice kind="bad">{t("contacts.gone")}</Notice> : null}
      {isDeleted ? null : (
        <div className={classes.columns}>
          <Timeline contactId={contact.contactId} canWrite={can("contact.edit")} />
          <aside className={classes.aside} aria-label={t("person.details")}>
            <DetailsCard contact={contact} />
            <SubscriptionCard contact={contact} canDecide={can("contact.edit")} />
            <SubjectCard contact={contact} onErased={leaveDeleted} />
          </aside>
        </div>
      )}
      <Suspense fallback={null}>
        {isMerging ? <MergeDialog contact={contact} onClose={() => setMerging(false)} /> : null}
        {isDeleting ? (
          <DeleteContactsDialog
            target={{ ids: [contact.contactId] }}
            total={1}
            totalIsExact
            name={getDisplayName(contact)}
            onDone={leaveDeleted}
            onClose={() => setDeleting(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
