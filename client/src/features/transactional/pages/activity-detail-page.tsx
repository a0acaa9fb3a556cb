import { Box, Button, Group, Stack } from "@mantine/core";
import { IconBan, IconPlayerPlay, IconSend, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useCan } from "@/features/session/public";
import { throwIfMissing } from "@/lib/api/missing";
import { formatDate } from "@/lib/dates";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DividedList } from "@/ui/components/divided-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import { getStatusKind } from "../event-display";
import type { MessageAction } from "../message/actions";
import { MessageFacts } from "../message/facts";
import { MESSAGE_TABS, type MessageTab } from "../message/message-tabs";
import { Timeline } from "../message/timeline";
import { buildTimelineSteps } from "../message/timeline-steps";
import { useLiveMessageDetail } from "../message/use-live-message-detail";
import type { MessageDetail, MessageRecipient } from "../shapes";
import classes from "./activity-detail-page.module.css";

const ContentTab = lazy(async () => ({ default: (await import("../message/content-tab")).ContentTab }));
const ActionDialog = lazy(async () => ({ default: (await import("../message/action-dialog")).ActionDialog }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Timeline and actions of one message (TRX-14). */
export function ActivityDetailPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = "", time = "" } = useParams();
  const messageDetail = throwIfMissing(useLiveMessageDetail(id, Number(time)));
  const [act, setAct] = useState<MessageAction>();
  const message = messageDetail.data?.message;

  return (
    <>
      <PageHead
        title={t("trxMenu.activityDetail")}
        crumbs={[
          { label: t("shell.groups.transactional") },
          { label: t("words.events"), to: "/events" },
          { label: t("trxMenu.activityDetail") },
        ]}
        state={
          messageDetail.data && message
            ? [
                <bdi key="subject">{message.subject || t("transactional.noSubject")}</bdi>,
                <bdi key="from">
                  {message.from.name ? `${message.from.name} <${message.from.email}>` : message.from.email}
                </bdi>,
              ]
            : messageDetail.isLoadingError
              ? undefined
              : t("words.loading")
        }
        badge={message?.sandbox ? <StateBadge kind="plain">{t("terms.sandbox")}</StateBadge> : undefined}
        actions={messageDetail.data ? <Actions messageDetail={messageDetail.data} onAct={setAct} /> : undefined}
      />
      {messageDetail.isLoadingError ? (
        <LoadFailed failure={messageDetail.error} onRetry={() => void messageDetail.refetch()} />
      ) : messageDetail.data ? (
        <Body messageDetail={messageDetail.data} onAct={setAct} />
      ) : (
        <div className={classes.page} aria-hidden="true">
          <Card isFlush height={420} />
          <Card isFlush height={320} />
        </div>
      )}
      <Suspense fallback={null}>
        {act && message ? (
          <ActionDialog
            act={act}
            message={message}
            recipients={messageDetail.data?.recipients ?? []}
            onClose={() => setAct(undefined)}
            onSent={(sent) => void navigate(`/events/${sent.id}/${sent.time}`)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface ActionProps {
  readonly messageDetail: MessageDetail;
  readonly onAct: (act: MessageAction) => void;
}

function Actions({ messageDetail: { message }, onAct }: ActionProps) {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  if (!canEdit) return null;
  return (
    <>
      {message.may.cancel ? (
        <Button leftSection={<IconX {...ICON} />} onClick={() => onAct({ kind: "cancel" })}>
          {t("transactional.acts.cancel")}
        </Button>
      ) : null}
      {message.may.resend ? (
        <Button leftSection={<IconSend {...ICON} />} onClick={() => onAct({ kind: "resend" })}>
          {t("transactional.acts.resend")}
        </Button>
      ) : null}
      {message.may.release ? (
        <Button variant="filled" leftSection={<IconPlayerPlay {...ICON} />} onClick={() => onAct({ kind: "release" })}>
          {t("transactional.acts.release")}
        </Button>
      ) : null}
    </>
  );
}

function Body({ messageDetail, onAct }: ActionProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab: MessageTab = MESSAGE_TABS.find((name) => name === params.get("tab")) ?? "story";
  const requestedPosition = Number(params.get("to") ?? Number.NaN);
  const { message, recipients } = messageDetail;
  const only = recipients.length > 1 ? recipients.find(({ position }) => position === requestedPosition) : undefined;
  const steps = buildTimelineSteps(messageDetail, only?.position);

  function go(change: Readonly<Record<string, string | undefined>>): void {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { preventScrollReset: true, replace: true });
  }

  return (
    <div className={classes.page}>
      <Stack gap="md" miw={0}>
        {message.state === "held" ? (
          <Notice kind="info">
            {t(toTextKey(`transactional.reasons.${message.holdReason}`), {
              defaultValue: t("transactional.message.held"),
            })}
          </Notice>
        ) : null}
        <Card isFlush>
          <Group
            gap="sm"
            justify="space-between"
            fz="xs"
            py="sm"
            px="md"
            c="dimmed"
            style={{ borderBlockEnd: "1px solid var(--line)" }}
          >
            <Segmented
              label={t("terms.view")}
              value={tab}
              options={MESSAGE_TABS.map((value) => ({ value, label: t(`transactional.message.tabs.${value}`) }))}
              onChange={(value) => go({ tab: value === "story" ? undefined : value })}
            />
            <span>{t("transactional.timesIn", { offset: formatDate(message.acceptedAt, "Z") })}</span>
          </Group>
          <Box {...(tab === "preview" ? {} : { p: "md" })}>
            {tab === "story" ? (
              <Timeline steps={steps} isOfSeveral={recipients.length > 1 && !only} />
            ) : (
              <Suspense fallback={<Box mih={320} aria-hidden="true" />}>
                <ContentTab message={message} tab={tab} />
              </Suspense>
            )}
          </Box>
        </Card>
      </Stack>
      <Stack gap="md" miw={0}>
        <Card
          title={t("transactional.message.recipients", { count: recipients.length })}
          aside={
            only ? (
              <Button variant="subtle" size="xs" onClick={() => go({ to: undefined })}>
                {t("terms.showAll")}
              </Button>
            ) : undefined
          }
          isFlush
        >
          <DividedList>
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.position}
                recipient={recipient}
                onlyHref={
                  recipients.length > 1 && recipient !== only ? () => go({ to: String(recipient.position) }) : undefined
                }
                onResend={
                  recipients.length > 1 && message.may.resend
                    ? () => onAct({ kind: "resend", of: recipient })
                    : undefined
                }
                onSuppress={() => onAct({ kind: "suppress", of: recipient })}
              />
            ))}
          </DividedList>
        </Card>
        <Card title={t("words.message")}>
          <MessageFacts message={message} />
        </Card>
      </Stack>
    </div>
  );
}

interface RowProps {
  readonly recipient: MessageRecipient;
  readonly onlyHref: (() => void) | undefined;
  /** Undefined if the message cannot be resent, or has only one recipient. */
  readonly onResend: (() => void) | undefined;
  readonly onSuppress: () => void;
}

function RecipientRow({ recipient, onlyHref, onResend, onSuppress }: RowProps) {
  const { t } = useTranslation();
  const canEdit = useCan()("transactional.edit");
  const { email, kind, state, attempt, dueAt } = recipient;
  return (
    <Stack component="li" gap={4} px="md" py={10}>
      <Box component="bdi" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {email}
      </Box>
      <Group gap="xs" justify="space-between" fz="xs">
        <StatusDot kind={getStatusKind(state)}>{t(`transactional.states.${state}`)}</StatusDot>
        <Box component="small" c="dimmed">
          {t(`transactional.message.kinds.${kind}`)}
          {attempt > 1 ? ` · ${t("transactional.story.attempts", { count: attempt })}` : null}
          {state === "deferred" && dueAt
            ? ` · ${t("transactional.message.nextAt", { at: formatDate(dueAt, "HH:mm") })}`
            : null}
        </Box>
      </Group>
      <Group className={classes.acts ?? ""} gap={0} mx={-8} fz="xs">
        {onlyHref ? (
          <Button variant="subtle" size="xs" onClick={onlyHref}>
            {t("transactional.message.only")}
          </Button>
        ) : null}
        {recipient.suppressed ? (
          <Box component="small" c="dimmed">
            {t("terms.suppressed")}
          </Box>
        ) : canEdit ? (
          <>
            {onResend ? (
              <Button variant="subtle" size="xs" onClick={onResend}>
                <span>
                  <IconSend size={14} stroke={1.9} aria-hidden="true" /> {t("transactional.acts.resend")}
                </span>
              </Button>
            ) : null}
            <Button variant="subtle" size="xs" onClick={onSuppress}>
              <span>
                <IconBan size={14} stroke={1.9} aria-hidden="true" /> {t("transactional.acts.suppress")}
              </span>
            </Button>
          </>
        ) : null}
      </Group>
    </Stack>
  );
}
