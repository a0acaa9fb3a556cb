import { DescriptionList } from "@/ui/components/description-list";
import "@/ui/theme/overlay-styles";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Scroller } from "@/ui/components/scroller";
import { SideSheet } from "@/ui/components/side-sheet";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import type { DeliveryDetail, WebhookDetail } from "../shapes";
import { isInProgress, useDelivery, useReplay } from "../webhooks-data";
import classes from "./delivery-sheet.module.css";
import { PageState } from "./page-state";
import { DeliveryState, useDescribeOutcome } from "./webhook-state";

interface Props {
  readonly webhook: WebhookDetail;
  readonly deliveryId: number;
  readonly onClose: () => void;
}

/** One webhook delivery: the payload, and each attempt with its response. */
export function DeliverySheet({ webhook, deliveryId, onClose }: Props) {
  const { t } = useTranslation();
  const query = useDelivery(webhook.id, deliveryId);
  const replay = useReplay(webhook.id);
  const canEdit = useCan()("transactional.edit");
  const delivery = query.data;
  const canReplay = canEdit && webhook.active && delivery !== undefined && !isInProgress(delivery);
  return (
    <SideSheet
      title={
        delivery
          ? t(toTextKey(`transactional.config.types.${delivery.type}`))
          : t("transactional.config.deliveries.event")
      }
      width="wide"
      onClose={onClose}
      foot={
        canReplay ? (
          <Button
            loading={replay.isPending}
            onClick={() =>
              replay.mutate(
                { deliveryId },
                {
                  onSuccess: () => toast("info", t("transactional.config.deliveries.replayedOne")),
                  onError: (failure) => toastFailure(failure, t),
                },
              )
            }
          >
            {t("transactional.config.deliveries.replayOne")}
          </Button>
        ) : undefined
      }
    >
      <Stack gap={20}>
        <PageState query={query} label={t("transactional.config.webhook.loading")}>
          {(found) => <Attempts delivery={found} />}
        </PageState>
      </Stack>
    </SideSheet>
  );
}

function Attempts({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const words = useDescribeOutcome();
  return (
    <>
      <DescriptionList>
        <dt>{t("words.status")}</dt>
        <dd>
          <DeliveryState delivery={delivery} />
        </dd>
        {delivery.recipient ? (
          <>
            <dt>{t("transactional.config.deliveries.recipient")}</dt>
            <dd>{delivery.recipient}</dd>
          </>
        ) : null}
        <dt>{t("transactional.config.deliveries.when")}</dt>
        <dd>{formatDateTime(delivery.createdAt, true)}</dd>
        {delivery.dueAt && delivery.tries > 0 ? (
          <>
            <dt>{t("transactional.config.deliveries.next")}</dt>
            <dd>{formatDateTime(delivery.dueAt, true)}</dd>
          </>
        ) : null}
        <dt>webhook-id</dt>
        <Box component="dd" fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {delivery.eventId}
        </Box>
      </DescriptionList>
      <section>
        <Text component="h3" size="sm" mb="xs" fw={600}>
          {t("transactional.config.deliveries.request")}
        </Text>
        <Scroller className={classes.body}>
          <pre>{formatBody(delivery.requestBody)}</pre>
        </Scroller>
      </section>
      <section>
        <Text component="h3" size="sm" mb="xs" fw={600}>
          {t("transactional.config.deliveries.attempts")}
        </Text>
        {delivery.attempts.length === 0 ? (
          <Text size="sm" lh="md" c="var(--text2)">
            {t("transactional.config.deliveries.notTried")}
          </Text>
        ) : (
          <Stack component="ol" gap="sm">
            {delivery.attempts.map((attempt) => (
              <Stack component="li" gap="xs" key={attempt.at}>
                <Group gap="4px 12px" fz="sm" lh="md">
                  <strong>{words(attempt)}</strong>
                  <Text component="time" inherit c="var(--text2)" dateTime={attempt.at}>
                    {formatDateTime(attempt.at, true)}
                  </Text>
                  <Text span inherit c="var(--text2)">
                    {t("transactional.config.deliveries.took", { milliseconds: formatInteger(attempt.milliseconds) })}
                  </Text>
                </Group>
                {attempt.responseBody ? (
                  <Scroller className={classes.body}>
                    <pre>{attempt.responseBody}</pre>
                  </Scroller>
                ) : null}
              </Stack>
            ))}
          </Stack>
        )}
      </section>
    </>
  );
}

/** Indents JSON; truncated or other text stays unchanged. */
function formatBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
