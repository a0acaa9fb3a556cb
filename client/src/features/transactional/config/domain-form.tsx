import { Button, Flex, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { isDomainName } from "@/lib/domain-name";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { useForm } from "@/ui/use-form";
import { useAddTrxDomain } from "./domains-data";
import { SecretOnce } from "./secret-once";
import type { AddedDomain } from "./shapes";
import { SuggestedDomains } from "./suggested-domains";

const MAX_NAME_LENGTH = 253;
/** Error codes shown at the name field. */
const NAME_ERROR_CODES = new Set([
  "senderFreeDomain",
  "senderOtherDomain",
  "senderDomainUnsupported",
  "senderDomainExists",
]);

interface Props {
  /** Called after the user has seen and closed the first key. */
  readonly onDone: (domain: AddedDomain) => void;
  /** Shown beside the submit button. */
  readonly beside?: ReactNode;
}

/** Adds a domain and shows its first key once. */
export function DomainForm({ onDone, beside }: Props) {
  const { t } = useTranslation();
  const add = useAddTrxDomain();
  const form = useForm({
    initial: { name: "" },
    validate: ({ name }) => (isDomainName(name) ? {} : { name: t("transactional.config.domain.nameMalformed") }),
    failure: add.error,
    fieldOf: ({ code }) => (NAME_ERROR_CODES.has(code ?? "") ? "name" : undefined),
    onValid: ({ values }) => add.mutate(values.name.trim()),
  });
  const added = add.data;

  if (added) {
    return (
      <Stack gap={20} maw={640}>
        <SecretOnce
          label={t("transactional.config.apikey.secret")}
          secret={added.accessToken}
          help={t("transactional.config.domain.firstKeyHelp", { name: added.name })}
          next={`/domain/${added.domainId}`}
        />
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button variant="filled" onClick={() => onDone(added)}>
            {t("transactional.config.domain.goOn")}
          </Button>
        </Flex>
      </Stack>
    );
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={20} maw={640}>
        <FailureNotice error={form.failure} />
        <TextInput
          {...form.text("name")}
          label={t("transactional.config.domain.name")}
          description={t("transactional.config.domain.nameHelp")}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_NAME_LENGTH}
        />
        <SuggestedDomains chosen={form.values.name} onChoose={(known) => form.edit("name", known)} />
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button type="submit" variant="filled" loading={add.isPending}>
            {t("transactional.config.domain.add")}
          </Button>
          {beside}
        </Flex>
      </Stack>
    </form>
  );
}
