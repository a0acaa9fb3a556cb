import { Box, Button, Flex, Group, Text } from "@mantine/core";
import { IconBan, IconSend } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCan } from "@/features/session/public";
import { formatDate } from "@/lib/dates";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import { StateBadge } from "@/ui/components/state-badge";
import { CopyText } from "../components/copy-text";
import { getStatusKind, isBotEvent } from "../event-display";
import type { OpenEvent } from "../events/open-event";
import type { Message, MessageDetail, MessageRecipient } from "../shapes";
import type { MessageAction } from "./actions";
import { EventSheet, type SheetNavigation } from "./event-sheet";
import classes from "./message-sheet.module.css";
import { MESSAGE_TABS, type MessageTab } from "./message-tabs";
import { SheetSkeleton } from "./sheet-skeleton";
import { Timeline } from "./timeline";
import { buildTimelineSteps, formatDuration } from "./timeline-steps";
import { useLiveMessageDetail } from "./use-live-message-detail";

const ContentTab = lazy(async () => ({ default: (await import("./content-tab")).ContentTab }));
const ActionDialog = lazy(async () => ({ default: (await import("./action-dialog")).ActionDialog }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props extends SheetNavigation {
  readonly openEvent: OpenEvent;
}

/** A message in the side sheet over the event list, with its events, content and actions. */
export function MessageSheet({ openEvent, ...way }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const messageDetail = useLiveMessageDetail(openEvent.messageId, openEvent.time);
  const [tab, setTab] = useState<MessageTab>("story");
  const [act, setAct] = useState<MessageAction>();
  const path = `/events/${openEvent.messageId}/${openEvent.time}`;
  const { data } = messageDetail;

  return (
    <EventSheet
      title={t("trxMenu.activityDetail")}
      path={path}
      isCovered={act !== undefined}
      {...way}
      foot={data ? <Foot messageDetail={data} eventId={openEvent.eventId} onAct={setAct} /> : undefined}
    >
      {messageDetail.isLoadingError ? (
        <LoadFailed failure={messageDetail.error} onRetry={() => void messageDetail.refetch()} />
      ) : data ? (
        <Body messageDetail={data} tab={tab} onTab={setTab} />
      ) : (
        <SheetSkeleton />
      )}
      <Suspense fallback={null}>
        {act && data ? (
          <ActionDialog
            act={act}
            message={data.message}
            recipients={data.recipients}
            onClose={() => setAct(undefined)}
            onSent={(sent) => void navigate(`/events/${sent.id}/${sent.time}`)}
          />
        ) : null}
      </Suspense>
    </EventSheet>
  );
}

interface BodyProps {
  readonly messageDetail: MessageDetail;
  readonly tab: MessageTab;
  readonly onTab: (tab: MessageTab) => void;
}

function Body({ messageDetail, tab, onTab }: BodyProps) {
  const { t } = useTranslation();
  const { message, recipients } = messageDetail;
  const [first] = recipients;
  return (
    <>
      <Badges messageDetail={messageDetail} />
      <Text component="h3" size="lg" mt="sm" fw={600} lts="-0.012em" style={{ overflowWrap: "anywhere" }} dir="auto">
        {message.subject || t("transactional.noSubject")}
      </Text>
      <Text size="sm" mt={2} c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
        {first ? (
          <span>
            {t("transactional.look.to")}{" "}
            <Box component="b" c="var(--text)" fw={500} dir="ltr">
              {first.email}
            </Box>
            {recipients.length > 1 ? ` ${t("transactional.look.more", { count: recipients.length - 1 })}` : null}
          </span>
        ) : null}{" "}
        <span>
          {t("transactional.look.from")}{" "}
          <bdi>{message.from.name ? `${message.from.name} <${message.from.email}>` : message.from.email}</bdi>
        </span>
      </Text>
      <BriefFacts messageDetail={messageDetail} />
      <Group
        gap="8px 12px"
        justify="space-between"
        fz="xs"
        my="md"
        pt="md"
        c="dimmed"
        style={{ borderBlockStart: "1px solid var(--line)" }}
      >
        <Segmented
          label={t("terms.view")}
          value={tab}
          options={MESSAGE_TABS.map((value) => ({ value, label: t(`transactional.message.tabs.${value}`) }))}
          onChange={onTab}
        />
        <span>{t("transactional.timesIn", { offset: formatDate(message.acceptedAt, "Z") })}</span>
      </Group>
      {tab === "story" ? (
        <Timeline steps={buildTimelineSteps(messageDetail)} isOfSeveral={recipients.length > 1} />
      ) : (
        <Suspense fallback={<Box mih={320} aria-hidden="true" />}>
          <ContentTab message={message} tab={tab} />
        </Suspense>
      )}
    </>
  );
}

/** Status badges: state and engagement of a single recipient, or the number of recipients by state. */
function Badges({ messageDetail: { message, recipients, events } }: { readonly messageDetail: MessageDetail }) {
  const { t } = useTranslation();
  const counts = new Map<MessageRecipient["state"], number>();
  for (const { state } of recipients) counts.set(state, (counts.get(state) ?? 0) + 1);
  const isOne = recipients.length === 1;
  const did = (["clicked", "opened"] as const).find((type) =>
    events.some((event) => event.type === type && !isBotEvent(event)),
  );
  const complained = recipients.some(({ complainedAt }) => complainedAt !== null);
  const deferrals = events.filter(({ type }) => type === "deferred").length;
  return (
    <Flex gap="xs" wrap="wrap">
      {[...counts].map(([state, count]) => (
        <StateBadge key={state} kind={getBadgeKind(state)}>
          {isOne ? t(`transactional.states.${state}`) : `${t(`transactional.states.${state}`)} ${formatInteger(count)}`}
        </StateBadge>
      ))}
      {did ? <StateBadge kind="info">{t(`transactional.types.${did}`)}</StateBadge> : null}
      {complained ? <StateBadge kind="bad">{t("transactional.types.complained")}</StateBadge> : null}
      {deferrals > 0 ? (
        <StateBadge kind="warn">{t("transactional.look.deferrals", { count: deferrals })}</StateBadge>
      ) : null}
      {message.sandbox ? <StateBadge kind="plain">{t("terms.sandbox")}</StateBadge> : null}
    </Flex>
  );
}

function getBadgeKind(state: MessageRecipient["state"]): "ok" | "warn" | "bad" | "info" | "plain" {
  const dot = getStatusKind(state);
  return dot === "off" || dot === "live" ? "plain" : dot;
}

/** The most important properties; the message page has all of them. */
function BriefFacts({ messageDetail: { message, events } }: { readonly messageDetail: MessageDetail }) {
  const { t } = useTranslation();
  const latency = events.find(({ type }) => type === "delivered")?.detail.latencyMs;
  const took = latency == null ? undefined : formatDuration(latency);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["id", <CopyText key="id" label={t("transactional.message.facts.id")} text={message.id} isCut />],
    ["domain", message.domain],
    ["key", renderKeyLink(message)],
    ["subaccount", message.subaccountName],
    ["tag", message.tag],
    ["size", formatFileSize(message.size)],
    ["latency", took ? t(took.key, took.words) : ""],
  ];
  return (
    <DescriptionList layout="tiles" minWidth={140}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(toTextKey(`transactional.message.facts.${name}`))}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </DescriptionList>
  );
}

function renderKeyLink({ keyId, keyName }: Message): ReactNode {
  return keyId ? <Link to={`/apikey/${keyId}`}>{keyName}</Link> : "";
}

interface FootProps {
  readonly messageDetail: MessageDetail;
  readonly eventId: string;
  readonly onAct: (act: MessageAction) => void;
}

/** Buttons to resend the message and to suppress the recipient of the opened event. */
function Foot({ messageDetail: { message, recipients, events }, eventId, onAct }: FootProps) {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  const position = events.find(({ id }) => id === eventId)?.position;
  const suppressible = recipients.length === 1 ? recipients[0] : recipients.find((one) => one.position === position);
  return (
    <>
      {canEdit && message.may.release ? (
        <Button variant="filled" onClick={() => onAct({ kind: "release" })}>
          {t("transactional.acts.release")}
        </Button>
      ) : null}
      {canEdit && message.may.cancel ? (
        <Button onClick={() => onAct({ kind: "cancel" })}>{t("transactional.acts.cancel")}</Button>
      ) : null}
      {canEdit && message.may.resend ? (
        <Button leftSection={<IconSend {...ICON} />} onClick={() => onAct({ kind: "resend" })}>
          {t("transactional.acts.resend")}
        </Button>
      ) : null}
      {canEdit && suppressible && !suppressible.suppressed ? (
        <Button leftSection={<IconBan {...ICON} />} onClick={() => onAct({ kind: "suppress", of: suppressible })}>
          {t("transactional.acts.suppress")}
        </Button>
      ) : null}
      {suppressible?.suppressed ? (
        <Text component="small" size="xs" c="dimmed">
          {t("terms.suppressed")}
        </Text>
      ) : null}
      <p className={classes.keys} aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {t("transactional.look.keys")}
      </p>
    </>
  );
}
