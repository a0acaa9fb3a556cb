import { Box, Button, Flex, Stack, Text } from "@mantine/core";
import { IconBan, IconPencil, IconRotate } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PageBody } from "@/ui/components/page-body";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { useForm } from "@/ui/use-form";
import { useConfigCrumbs } from "../components/crumbs";
import { buildKeyInput, buildKeyValues, KeyFields, validateKeyValues } from "../components/key-fields";
import { KeyState } from "../components/key-state";
import { PageState } from "../components/page-state";
import { useKey, useRevokeKey, useRotateKey, useSaveKey } from "../keys-data";
import type { ApiKey } from "../shapes";

const OverlapDialog = lazy(async () => ({ default: (await import("../components/overlap-dialog")).OverlapDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import("../components/remove-dialog")).RemoveDialog }));

/** One API key with its scopes, networks and last use. */
export function ApiKeyPage() {
  const { t } = useTranslation();
  const id = useParams().id ?? "";
  const query = throwIfMissingBeforeFirstData(useKey(id));
  const apiKey = query.data;
  const crumbs = useConfigCrumbs("apikey");
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageHead
        title={apiKey?.name ?? t("transactional.config.apikey.title")}
        badge={
          apiKey?.sandbox ? <StateBadge kind="info">{t("transactional.config.apikey.sandbox")}</StateBadge> : undefined
        }
        state={
          apiKey
            ? [
                <KeyState key="state" apiKey={apiKey} />,
                apiKey.lastUsedAt ? (
                  <span key="used">
                    {t("transactional.config.apikey.lastUsed")} <RelativeTime at={apiKey.lastUsedAt} />
                  </span>
                ) : (
                  t("transactional.config.apikey.neverUsed")
                ),
              ]
            : query.isLoadingError
              ? undefined
              : t("transactional.config.apikey.loading")
        }
        crumbs={crumbs}
        actions={apiKey && !isEditing ? <Actions apiKey={apiKey} onEdit={() => setEditing(true)} /> : undefined}
      />
      <PageState query={query} label={t("transactional.config.apikey.loading")}>
        {(found) =>
          isEditing ? <Edit apiKey={found} onDone={() => setEditing(false)} /> : <KeyFacts apiKey={found} />
        }
      </PageState>
    </>
  );
}

function Actions({ apiKey, onEdit }: { readonly apiKey: ApiKey; readonly onEdit: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"rotate" | "revoke">();
  const rotate = useRotateKey(apiKey.id);
  const revoke = useRevokeKey(apiKey.id);
  const canEdit = useCan()("transactional.keys");
  const works = apiKey.state === "active" || apiKey.state === "expiring";
  const icon = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
  if (!canEdit) return null;
  return (
    <>
      {works ? (
        <>
          <Button
            leftSection={<IconBan {...icon} />}
            onClick={() => {
              revoke.reset();
              setOpen("revoke");
            }}
          >
            {t("transactional.config.apikey.revoke")}
          </Button>
          <Button leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {t("terms.edit")}
          </Button>
        </>
      ) : null}
      {apiKey.state === "active" ? (
        <Button
          variant="filled"
          leftSection={<IconRotate {...icon} />}
          onClick={() => {
            rotate.reset();
            setOpen("rotate");
          }}
        >
          {t("transactional.config.apikey.rotate")}
        </Button>
      ) : null}
      {/* Independent of the key's state: a key without overlap expires before its successor is shown. */}
      <Suspense fallback={null}>
        {open === "rotate" ? (
          <OverlapDialog
            title={t("transactional.config.apikey.rotateTitle", { name: apiKey.name })}
            confirmLabel={t("transactional.config.apikey.rotate")}
            help={t("transactional.config.apikey.rotateHelp")}
            secretLabel={t("transactional.config.apikey.secret")}
            rotate={rotate}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "revoke" ? (
          <RemoveDialog
            title={t("transactional.config.apikey.revokeTitle", { name: apiKey.name })}
            confirmLabel={t("transactional.config.apikey.revoke")}
            help={t("transactional.config.apikey.revokeHelp", { prefix: apiKey.prefix })}
            remove={revoke}
            onConfirm={() => revoke.mutate(undefined, { onSuccess: () => setOpen(undefined) })}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation();
  const { domainId, domainName, subaccountId, subaccountName } = apiKey;
  return (
    <PageBody>
      <Card>
        <DescriptionList>
          <dt>{t("transactional.config.apikey.prefix")}</dt>
          <Box component="dd" fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {apiKey.prefix}…
          </Box>
          <dt>{t("transactional.config.apikey.scopes")}</dt>
          <Flex component="dd" gap={6} wrap="wrap">
            {apiKey.scopes.map((scope) => (
              <StateBadge key={scope} kind="plain">
                {t(`transactional.config.apikey.scopeNames.${scope}`)}
              </StateBadge>
            ))}
          </Flex>
          <dt>{t("transactional.config.apikey.domain")}</dt>
          <dd>
            {domainId ? (
              <Link to={`/domain/${domainId}`}>{domainName}</Link>
            ) : (
              t("transactional.config.apikey.anyDomain")
            )}
          </dd>
          <dt>{t("transactional.config.apikey.subaccount")}</dt>
          <dd>
            {subaccountId ? (
              <Link to={`/subaccount/${subaccountId}`}>{subaccountName}</Link>
            ) : (
              t("transactional.config.apikey.noSubaccount")
            )}
          </dd>
          <dt>{t("transactional.config.apikey.networks")}</dt>
          <Box component="dd" fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {apiKey.networks.length > 0 ? apiKey.networks.join(", ") : t("transactional.config.apikey.anywhere")}
          </Box>
          <dt>{t("terms.created")}</dt>
          <dd>{formatDateTime(apiKey.createdAt)}</dd>
          {apiKey.expiresAt ? (
            <>
              <dt>{t("transactional.config.apikey.expires")}</dt>
              <dd>{formatDateTime(apiKey.expiresAt)}</dd>
            </>
          ) : null}
          {apiKey.revokedAt ? (
            <>
              <dt>{t("transactional.config.apikey.revoked")}</dt>
              <dd>{formatDateTime(apiKey.revokedAt)}</dd>
            </>
          ) : null}
        </DescriptionList>
      </Card>
      <Text size="sm" lh="md" c="var(--text2)">
        {t("transactional.config.apikey.smtpHelp", { prefix: apiKey.prefix })}
      </Text>
    </PageBody>
  );
}

function Edit({ apiKey, onDone }: { readonly apiKey: ApiKey; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const save = useSaveKey(apiKey.id);
  const form = useForm({
    draftKey: `apikey:${apiKey.id}`,
    initial: buildKeyValues(apiKey),
    validate: (values) => validateKeyValues(values, t),
    failure: save.error,
    onValid: ({ values }) => save.mutate(buildKeyInput(values), { onSuccess: onDone }),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={20} maw={640}>
        <FailureNotice error={form.failure} />
        <KeyFields name={form.text("name")} scopes={form.choice("scopes")} networks={form.text("networks")} />
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t("terms.saveChanges")}
          </Button>
          <Button onClick={onDone}>{t("ui.cancel")}</Button>
        </Flex>
      </Stack>
    </form>
  );
}
