import { Button, Flex, NativeSelect, Stack } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PageHead } from "@/ui/components/page-head";
import { SwitchRow } from "@/ui/components/switch-row";
import { useForm } from "@/ui/use-form";
import { useConfigCrumbs } from "../components/crumbs";
import { KeyExpiryField } from "../components/key-expiry-field";
import { buildKeyInput, buildKeyValues, KeyFields, validateKeyValues } from "../components/key-fields";
import { useAllTrxDomains } from "../domains-data";
import { type Expiry, resolveExpiry } from "../key-expiry";
import { useGenerateKey } from "../keys-data";
import { SecretOnce } from "../secret-once";
import { useAllSubaccounts } from "../subaccounts-data";

const NO_EXPIRY: Expiry = { choice: "never", day: "" };

/** Form of a new key, then its secret. */
export function GenerateApiKeyPage() {
  const { t } = useTranslation();
  const crumbs = useConfigCrumbs("apikey");
  const generate = useGenerateKey();
  const createdKey = generate.data;

  return (
    <>
      <PageHead
        title={createdKey ? t("transactional.config.apikey.made", { name: createdKey.name }) : t("terms.createApiKey")}
        state={createdKey ? undefined : t("transactional.config.apikey.addState")}
        crumbs={crumbs}
      />
      {createdKey ? (
        <Stack gap={20} maw={640}>
          <SecretOnce
            label={t("transactional.config.apikey.secret")}
            secret={createdKey.secret}
            help={t("transactional.config.apikey.secretHelp", { prefix: createdKey.prefix })}
            next={`/apikey/${createdKey.id}`}
          />
          <Flex gap="xs" wrap="wrap" mt={4}>
            <Button variant="filled" component={Link} to={`/apikey/${createdKey.id}`}>
              {t("transactional.config.apikey.goOn")}
            </Button>
          </Flex>
        </Stack>
      ) : (
        <NewKeyForm generate={generate} />
      )}
    </>
  );
}

/** The query parameters `domain` and `subaccount` preselect the key's restrictions. */
function NewKeyForm({ generate }: { readonly generate: ReturnType<typeof useGenerateKey> }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const domains = useAllTrxDomains().data?.items ?? [];
  const subaccounts = useAllSubaccounts().data?.items ?? [];
  // Another team has other domains.
  const companyId = useMe()?.team?.companyId;
  const form = useForm({
    draftKey: `apikey:new:${companyId}`,
    initial: {
      ...buildKeyValues(),
      domainId: params.get("domain") ?? "",
      subaccountId: params.get("subaccount") ?? "",
      expiresAt: NO_EXPIRY,
      sandbox: false,
    },
    validate: (values) => ({
      ...validateKeyValues(values, t),
      expiresAt:
        resolveExpiry(values.expiresAt, Date.now()) === undefined
          ? t("transactional.config.apikey.lastDayMissing")
          : undefined,
    }),
    failure: generate.error,
    onValid: ({ values }) => {
      const expiresAt = resolveExpiry(values.expiresAt, Date.now());
      if (expiresAt === undefined) return;
      generate.mutate({
        ...buildKeyInput(values),
        sandbox: values.sandbox,
        domainId: values.domainId || null,
        subaccountId: values.subaccountId || null,
        expiresAt,
      });
    },
  });

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={20} maw={640}>
        <FailureNotice error={form.failure} />
        <KeyFields name={form.text("name")} scopes={form.choice("scopes")} networks={form.text("networks")} />
        <NativeSelect
          {...form.text("domainId")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          label={t("transactional.config.apikey.domain")}
          description={t("transactional.config.apikey.domainHelp")}
          data={[
            { value: "", label: t("transactional.config.apikey.anyDomain") },
            ...domains.map(({ domainId: value, name }) => ({ value, label: name })),
          ]}
        />
        {subaccounts.length > 0 ? (
          <NativeSelect
            {...form.text("subaccountId")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            label={t("transactional.config.apikey.subaccount")}
            description={t("transactional.config.apikey.subaccountHelp")}
            data={[
              { value: "", label: t("transactional.config.apikey.noSubaccount") },
              ...subaccounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : null}
        <KeyExpiryField {...form.choice("expiresAt")} />
        <Card isFlush>
          <SwitchRow
            label={t("transactional.config.apikey.sandbox")}
            isOn={form.values.sandbox}
            onChange={(isOn) => form.edit("sandbox", isOn)}
          >
            {t("transactional.config.apikey.sandboxHelp")}
          </SwitchRow>
        </Card>
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button type="submit" variant="filled" loading={generate.isPending}>
            {t("transactional.config.apikey.add")}
          </Button>
          <Button component={Link} to="/apikey">
            {t("ui.cancel")}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
