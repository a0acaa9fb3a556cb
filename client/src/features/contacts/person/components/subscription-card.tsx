import { Box, Button, Flex, Stack, Text } from "@mantine/core";
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
import { useSetSubscription } from "../person-data";
import { useConsents, usePreferences } from "../timeline-data";
import { ConsentDetails } from "./consent-details";
import classes from "./person.module.css";

const SubscribeDialog = lazy(async () => ({ default: (await import("./subscribe-dialog")).SubscribeDialog }));

interface Props {
  readonly contact: Contact;
  readonly canDecide: boolean;
}

/** The contact's choices on the subscription pages; hidden without topics to choose. */
function Preferences({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation();
  const { data } = usePreferences(contactId);
  if (!data || (data.topics.length === 0 && !data.pausedUntil && data.follows)) return null;
  const subscribedTopics = data.topics.filter((topic) => topic.taken).map(({ name }) => name);
  return (
    <>
      <h3>{t("terms.preferences")}</h3>
      {data.topics.length > 0 ? (
        <p>
          {subscribedTopics.length > 0
            ? t("person.takes", { topics: joinList(subscribedTopics) })
            : t("person.takesNone")}
        </p>
      ) : null}
      {data.pausedUntil ? <p>{t("person.pausedUntil", { date: formatDate(data.pausedUntil, DATE_LONG) })}</p> : null}
      {data.follows ? null : <p>{t("person.followsNot")}</p>}
    </>
  );
}

/** Whether a contact can be emailed, the reason, and the actions that the team has. */
export function SubscriptionCard({ contact, canDecide }: Props) {
  const { t } = useTranslation();
  const { data } = useConsents(contact.contactId);
  const decide = useSetSubscription(contact.contactId);
  const [isAsking, setAsking] = useState(false);
  const consents = data?.items ?? [];
  const canSubscribe = contact.state === "unsubscribed" || contact.state === "waiting";
  return (
    <Card
      title={t("contacts.subscription")}
      aside={
        <Text span size="sm">
          <ContactStateDot state={contact.state} />
        </Text>
      }
    >
      <div className={classes.subscription}>
        <Box component="p" m={0} c="var(--text2)">
          {t(`person.stateHelp.${contact.state}`)}
        </Box>
        <FailureNotice error={decide.error} />
        {canDecide ? (
          <Flex gap="xs" wrap="wrap">
            {canSubscribe ? (
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
          </Flex>
        ) : null}
        <Preferences contactId={contact.contactId} />
        <h3>{t("person.consents")}</h3>
        {data && consents.length === 0 ? (
          <Box component="p" m={0} c="var(--text2)">
            {t("person.noConsents")}
          </Box>
        ) : null}
        <Stack component="ol" gap="sm">
          {consents.map((consent) => (
            <li key={`${consent.at}${consent.way}${consent.given}`}>
              <Flex gap="xs" justify="space-between">
                <Box component="strong" fw={500}>
                  {t(consent.given ? "person.kinds.agreed" : "person.kinds.withdrew")}
                </Box>
                <Box component="span" c="var(--text2)" title={formatDateTime(consent.at, true)}>
                  <RelativeTime at={consent.at} />
                </Box>
              </Flex>
              <ConsentDetails consent={consent} />
              {consent.fullname ? (
                <Box component="p" m={0} c="var(--text2)">
                  {t("person.by", { name: consent.fullname })}
                </Box>
              ) : null}
            </li>
          ))}
        </Stack>
      </div>
      <Suspense fallback={null}>
        {isAsking ? <SubscribeDialog contactId={contact.contactId} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </Card>
  );
}
