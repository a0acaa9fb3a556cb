import { Button, Flex, NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PageHead } from "@/ui/components/page-head";
import { SwitchRow } from "@/ui/components/switch-row";
import { useConfigCrumbs } from "../components/crumbs";
import { KeyExpiryField } from "../components/key-expiry-field";
import { KeyFields, useKeyForm } from "../components/key-fields";
import { useAllTrxDomains } from "../domains-data";
import { type Expiry, resolveExpiry } from "../key-expiry";
import { useGenerateKey } from "../keys-data";
import { SecretOnce } from "../secret-once";
import { useAllSubaccounts } from "../subaccounts-data";

/** Form of a new key, then its secret. `?domain=` and `?subaccount=` preselect its restrictions. */
export function GenerateApiKeyPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const crumbs = useConfigCrumbs("apikey");
  const form = useKeyForm();
  const [domainId, setDomainId] = useState(params.get("domain") ?? "");
  const [subaccountId, setSubaccountId] = useState(params.get("subaccount") ?? "");
  const [sandbox, setSandbox] = useState(false);
  const [expiry, setExpiry] = useState<Expiry>({ choice: "never", day: "" });
  const [isChecked, setChecked] = useState(false);
  const domains = useAllTrxDomains().data?.items ?? [];
  const subaccounts = useAllSubaccounts().data?.items ?? [];
  const generate = useGenerateKey();
  const createdKey = generate.data;
  const failure = isFailure(generate.error) ? generate.error : undefined;
  const atField = findFieldFailure(failure, t);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const expiresAt = resolveExpiry(expiry, Date.now());
    if (form.problems.name || form.problems.scopes || expiresAt === undefined) return;
    const bound = { domainId: domainId || null, subaccountId: subaccountId || null };
    generate.mutate({ ...form.input, sandbox, ...bound, expiresAt });
  }

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
        <form onSubmit={onSubmit} noValidate>
          <Stack gap={20} maw={640}>
            {atField ? null : <FailureNotice error={failure} />}
            <KeyFields form={form} isChecked={isChecked} failure={failure} />
            <NativeSelect
              inputWrapperOrder={["label", "input", "description"]}
              label={t("transactional.config.apikey.domain")}
              description={t("transactional.config.apikey.domainHelp")}
              value={domainId}
              onChange={({ currentTarget }) => setDomainId(currentTarget.value)}
              data={[
                { value: "", label: t("transactional.config.apikey.anyDomain") },
                ...domains.map(({ domainId: value, name }) => ({ value, label: name })),
              ]}
            />
            {subaccounts.length > 0 ? (
              <NativeSelect
                inputWrapperOrder={["label", "input", "description"]}
                label={t("transactional.config.apikey.subaccount")}
                description={t("transactional.config.apikey.subaccountHelp")}
                value={subaccountId}
                onChange={({ currentTarget }) => setSubaccountId(currentTarget.value)}
                data={[
                  { value: "", label: t("transactional.config.apikey.noSubaccount") },
                  ...subaccounts.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            ) : null}
            <KeyExpiryField
              expiry={expiry}
              error={
                isChecked && resolveExpiry(expiry, Date.now()) === undefined
                  ? t("transactional.config.apikey.lastDayMissing")
                  : atField?.field === "expiresAt"
                    ? atField.text
                    : undefined
              }
              onChange={setExpiry}
            />
            <Card isFlush>
              <SwitchRow label={t("transactional.config.apikey.sandbox")} isOn={sandbox} onChange={setSandbox}>
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
      )}
    </>
  );
}
