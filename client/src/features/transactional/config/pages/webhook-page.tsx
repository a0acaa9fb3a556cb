import { Box, Button, Flex } from "@mantine/core";
import {
  IconAlertTriangle,
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconSend,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { IconButton } from "@/ui/components/icon-button";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { Strip } from "@/ui/components/strip";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { useActivity } from "../../activity";
import { useOnActivity } from "../../use-on-activity";
import { useConfigCrumbs } from "../components/crumbs";
import { Deliveries } from "../components/deliveries";
import { PageState } from "../components/page-state";
import { WebhookForm } from "../components/webhook-form";
import { findFailedTest, useDescribeOutcome, WebhookState } from "../components/webhook-state";
import { useAllTrxDomains } from "../domains-data";
import { getResourceKeys } from "../resource-queries";
import type { WebhookDetail } from "../shapes";
import { useEnableWebhook, useRotateSecret, useSaveWebhook, useSendTest, useWebhook } from "../webhooks-data";

const OverlapDialog = lazy(async () => ({ default: (await import("../components/overlap-dialog")).OverlapDialog }));
const RemoveWebhookDialog = lazy(async () => ({
  default: (await import("../components/remove-webhook-dialog")).RemoveWebhookDialog,
}));

/** Minimum interval between two fetches of the held deliveries. */
const RETAINED_DELIVERIES_INTERVAL_MS = 2_000;
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** One endpoint with its status, its events and its deliveries. */
export function WebhookPage() {
  const { t } = useTranslation();
  const id = useParams().id ?? "";
  const query = throwIfMissingBeforeFirstData(useWebhook(id));
  const webhook = query.data;
  useRetainedDeliveries(webhook);
  const crumbs = useConfigCrumbs("webhook");
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageHead
        title={webhook ? webhook.description || new URL(webhook.url).host : t("transactional.config.webhook.title")}
        state={
          webhook
            ? [
                <WebhookState key="state" webhook={webhook} />,
                webhook.lastSuccessAt ? (
                  <span key="success">
                    {t("transactional.config.webhook.lastSuccess")} <RelativeTime at={webhook.lastSuccessAt} />
                  </span>
                ) : (
                  t("transactional.config.webhook.nothingYet")
                ),
              ]
            : query.isLoadingError
              ? undefined
              : t("transactional.config.webhook.loading")
        }
        crumbs={crumbs}
        actions={webhook && !isEditing ? <Actions webhook={webhook} onEdit={() => setEditing(true)} /> : undefined}
      />
      <PageState query={query} label={t("transactional.config.webhook.loading")}>
        {(found) =>
          isEditing ? (
            <Edit webhook={found} onDone={() => setEditing(false)} />
          ) : (
            <PageBody>
              <StatusNotice webhook={found} />
              <WebhookFacts webhook={found} />
              <Deliveries webhook={found} />
            </PageBody>
          )
        }
      </PageState>
    </>
  );
}

/**
 * Refreshes a disabled endpoint. No event reports its held deliveries, so any transactional activity triggers the
 * fetch.
 */
function useRetainedDeliveries(webhook: WebhookDetail | undefined): void {
  const client = useQueryClient();
  const { revision } = useActivity();
  useOnActivity(webhook?.active === false ? revision : 0, RETAINED_DELIVERIES_INTERVAL_MS, () => {
    for (const queryKey of getResourceKeys("webhooks")) void client.invalidateQueries({ queryKey });
  });
}

function useCanEdit(): boolean {
  return useCan()("transactional.edit");
}

function Actions({ webhook, onEdit }: { readonly webhook: WebhookDetail; readonly onEdit: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"rotate" | "remove">();
  const test = useSendTest(webhook.id);
  const rotate = useRotateSecret(webhook.id);
  const save = useSaveWebhook(webhook.id);
  const canEdit = useCanEdit();
  if (!canEdit) return null;
  const { url, description, events, domains } = webhook;
  return (
    <>
      <ActionMenu
        items={[
          {
            id: "rotate",
            label: t("transactional.config.webhook.rotate"),
            icon: IconKey,
            onClick: () => {
              rotate.reset();
              setOpen("rotate");
            },
          },
          ...(webhook.active
            ? [
                {
                  id: "off",
                  label: t("transactional.config.webhook.turnOff"),
                  icon: IconPlayerPause,
                  onClick: () =>
                    save.mutate(
                      { url, description, events, domains, active: false },
                      { onError: (failure) => toastFailure(failure, t) },
                    ),
                },
              ]
            : []),
          {
            id: "remove",
            label: t("words.delete"),
            icon: IconTrash,
            isDangerous: true,
            onClick: () => setOpen("remove"),
          },
        ]}
        trigger={
          <IconButton look="framed" label={t("ui.more")}>
            <IconDots {...ICON} />
          </IconButton>
        }
      />
      <Button leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
        {t("terms.edit")}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconSend {...ICON} />}
        loading={test.isPending}
        onClick={() =>
          test.mutate(undefined, {
            onSuccess: () => toast("info", t("transactional.config.webhook.tested")),
            onError: (failure) => toastFailure(failure, t),
          })
        }
      >
        {t("transactional.config.webhook.test")}
      </Button>
      <Suspense fallback={null}>
        {open === "rotate" ? (
          <OverlapDialog
            title={t("transactional.config.webhook.rotateTitle")}
            confirmLabel={t("transactional.config.webhook.rotate")}
            help={t("transactional.config.webhook.rotateHelp")}
            secretLabel={t("transactional.config.webhook.secret")}
            rotate={rotate}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "remove" ? (
          <RemoveWebhookDialog
            webhook={webhook}
            onClose={() => setOpen(undefined)}
            onDone={() => void navigate("/webhook", { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Why the endpoint receives nothing or fails, with the available action. */
function StatusNotice({ webhook }: { readonly webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const enable = useEnableWebhook(webhook.id);
  const canEdit = useCanEdit();
  const outcomeWords = useDescribeOutcome();
  const failedTest = findFailedTest(webhook);
  const icon = <IconAlertTriangle {...ICON} />;
  const turnOn = (replayHeld: boolean) => (
    <Button
      size="xs"
      key={String(replayHeld)}
      loading={enable.isPending && enable.variables === replayHeld}
      onClick={() =>
        enable.mutate(replayHeld, {
          onSuccess: ({ replayed }) =>
            toast(
              "success",
              t("transactional.config.webhook.turnedOn", { count: replayed, total: formatInteger(replayed) }),
            ),
          onError: (failure) => toastFailure(failure, t),
        })
      }
    >
      {replayHeld
        ? t("transactional.config.webhook.turnOnAndReplay", { count: webhook.held, total: formatInteger(webhook.held) })
        : t("transactional.config.webhook.turnOn")}
    </Button>
  );
  if (!webhook.active) {
    return (
      <div role="status">
        <Strip
          kind={webhook.disabledReason === "person" ? "info" : "bad"}
          icon={icon}
          isInset
          actions={canEdit ? [turnOn(false), ...(webhook.held > 0 ? [turnOn(true)] : [])] : undefined}
        >
          {t(`transactional.config.webhook.reasons.${webhook.disabledReason ?? "person"}`)}{" "}
          {webhook.held > 0
            ? t("transactional.config.webhook.held", { count: webhook.held, total: formatInteger(webhook.held) })
            : null}
        </Strip>
      </div>
    );
  }
  if (webhook.failingSince) {
    return (
      <div role="status">
        <Strip kind="warn" icon={icon} isInset>
          {t("transactional.config.webhook.failing", {
            since: formatDateTime(webhook.failingSince),
            waiting: formatInteger(webhook.waiting),
          })}
        </Strip>
      </div>
    );
  }
  if (failedTest) {
    return (
      <div role="status">
        <Strip kind="warn" icon={icon} isInset>
          {t("transactional.config.webhook.testFailed", {
            at: formatDateTime(failedTest.at),
            reason: outcomeWords(failedTest),
          })}
        </Strip>
      </div>
    );
  }
  return null;
}

function WebhookFacts({ webhook }: { readonly webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const allDomains = useAllTrxDomains().data?.items ?? [];
  const names = webhook.domains.map((id) => allDomains.find(({ domainId }) => domainId === id)?.name ?? id);
  return (
    <Card>
      <DescriptionList>
        <dt>{t("transactional.config.webhook.url")}</dt>
        <Box component="dd" fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {webhook.url}
        </Box>
        <dt>{t("transactional.config.webhook.events")}</dt>
        <Flex component="dd" gap={6} wrap="wrap">
          {webhook.events.map((type) => (
            <StateBadge key={type} kind="plain">
              {t(`transactional.config.types.${type}`)}
            </StateBadge>
          ))}
        </Flex>
        <dt>{t("transactional.config.webhook.domains")}</dt>
        <dd>{names.length > 0 ? names.join(", ") : t("transactional.config.webhook.everyDomain")}</dd>
        {webhook.formerSecretUntil ? (
          <>
            <dt>{t("transactional.config.webhook.secret")}</dt>
            <dd>{t("transactional.config.webhook.bothSign", { until: formatDateTime(webhook.formerSecretUntil) })}</dd>
          </>
        ) : null}
        <dt>{t("terms.created")}</dt>
        <dd>{formatDateTime(webhook.createdAt)}</dd>
      </DescriptionList>
    </Card>
  );
}

function Edit({ webhook, onDone }: { readonly webhook: WebhookDetail; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const save = useSaveWebhook(webhook.id);
  return (
    <WebhookForm
      initial={webhook}
      saveLabel={t("terms.saveChanges")}
      save={save}
      onSave={(input) => save.mutate({ ...input, active: webhook.active }, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}
