import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { DATE_LONG } from "@/lib/constants";
import { formatDate, formatDateTime } from "@/lib/dates";
import { joinList } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { RelativeTime } from "@/ui/components/relative-time";
import { ContactStateDot } from "../../components/contact-state-dot";
import type { Contact } from "../../contacts-data";
import { useDecide } from "../person-data";
import { useConsents, usePreferences } from "../timeline-data";
import { ConsentWords } from "./consent-words";
import classes from "./person.module.css";

const SubscribeDialog = lazy(async () => ({ default: (await import("./subscribe-dialog")).SubscribeDialog }));

interface Props {
  readonly contact: Contact;
  readonly mayDecide: boolean;
}

/** What the person chose on the subscription pages; nothing where there is nothing to choose. */
function Preferences({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation();
  const { data } = usePreferences(contactId);
  if (!data || (data.topics.length === 0 && !data.pausedUntil && data.follows)) return null;
  const taken = data.topics.filter((topic) => topic.taken).map(({ name }) => name);
  return (
    <>
      <h3>{t("terms.preferences")}</h3>
      {data.topics.length > 0 ? (
        <p>{taken.length > 0 ? t("person.takes", { topics: joinList(taken) }) : t("person.takesNone")}</p>
      ) : null}
      {data.pausedUntil ? <p>{t("person.pausedUntil", { date: formatDate(data.pausedUntil, DATE_LONG) })}</p> : null}
      {data.follows ? null : <p>{t("person.followsNot")}</p>}
    </>
  );
}

/** Whether mail may go to a contact, why that is so, and what the team may change of it. */
export function SubscriptionCard({ contact, mayDecide }: Props) {
  const { t } = useTranslation();
  const { data } = useConsents(contact.contactId);
  const decide = useDecide(contact.contactId);
  const [isAsking, setAsking] = useState(false);
  const consents = data?.items ?? [];
  const maySubscribe = contact.state === "unsubscribed" || contact.state === "waiting";
  return (
    <Card
      title={t("contacts.subscription")}
      aside={
        <span className={classes.state}>
          <ContactStateDot state={contact.state} />
        </span>
      }
    >
      <div className={classes.subscription}>
        <p className={classes.quiet}>{t(`person.stateHelp.${contact.state}`)}</p>
        <FailureNotice error={decide.error} />
        {mayDecide ? (
          <div className={classes.buttons}>
            {maySubscribe ? (
              <Button size="xs" variant="default" onClick={() => setAsking(true)}>
                {t("terms.subscribe")}
              </Button>
            ) : null}
            {contact.state === "unsubscribed" ? null : (
              <Button
                size="xs"
                variant="default"
                loading={decide.isPending}
                onClick={() => decide.mutate({ state: "unsubscribed" })}
              >
                {t("terms.unsubscribe")}
              </Button>
            )}
          </div>
        ) : null}
        <Preferences contactId={contact.contactId} />
        <h3>{t("person.consents")}</h3>
        {data && consents.length === 0 ? <p className={classes.quiet}>{t("person.noConsents")}</p> : null}
        <ol className={classes.consents}>
          {consents.map((consent) => (
            <li key={`${consent.at}${consent.way}${consent.given}`}>
              <div className={classes.consentHead}>
                <strong>{t(consent.given ? "person.kinds.agreed" : "person.kinds.withdrew")}</strong>
                <span className={classes.quiet} title={formatDateTime(consent.at, true)}>
                  <RelativeTime at={consent.at} />
                </span>
              </div>
              <ConsentWords consent={consent} />
              {consent.fullname ? <p className={classes.quiet}>{t("person.by", { name: consent.fullname })}</p> : null}
            </li>
          ))}
        </ol>
      </div>
      <Suspense fallback={null}>
        {isAsking ? <SubscribeDialog contactId={contact.contactId} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </Card>
  );
}
