import { Button, Flex, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { useForm } from "@/ui/use-form";
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type WebhookInput } from "../webhooks-data";
import { Choices } from "./choices";
import { DomainChoice } from "./domain-choice";

const MAX_URL_LENGTH = 2048;
const MAX_DESCRIPTION_LENGTH = 200;

interface Props {
  /** Initial values; undefined for a new endpoint. */
  readonly initial?: WebhookInput;
  readonly saveLabel: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

/** The part of the server's rule that the client can check. The server has the final say. */
function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** URL, events and domains of an endpoint. */
export function WebhookForm({ initial, saveLabel, save, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { url: "", description: "", events: DEFAULT_EVENT_TYPES, domains: [] as readonly string[], ...initial },
    validate: ({ url, events }) => ({
      ...(isHttpUrl(url.trim()) ? {} : { url: t("transactional.config.webhook.urlMalformed") }),
      ...(events.length > 0 ? {} : { events: t("transactional.config.webhook.eventsMissing") }),
    }),
    failure: save.error,
    onValid: ({ values: { url, description, events, domains } }) =>
      onSave({ url: url.trim(), description: description.trim(), events, domains }),
  });
  const events = form.choice("events");
  const domains = form.choice("domains");

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={20} maw={640}>
        <FailureNotice error={form.failure} />
        <TextInput
          label={t("transactional.config.webhook.url")}
          description={t("transactional.config.webhook.urlHelp")}
          placeholder="https://example.com/hooks/mail"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_URL_LENGTH}
          {...form.text("url")}
        />
        <TextInput
          label={t("transactional.config.webhook.description")}
          description={t("transactional.config.webhook.descriptionHelp")}
          maxLength={MAX_DESCRIPTION_LENGTH}
          {...form.text("description")}
        />
        <Choices
          label={t("transactional.config.webhook.events")}
          error={events.error}
          options={EVENT_TYPES.map((value) => ({
            value,
            label: t(`transactional.config.types.${value}`),
            help: t(`transactional.config.typesHelp.${value}`),
          }))}
          chosen={events.value}
          onChange={events.onChange}
        />
        <DomainChoice chosen={domains.value} onChange={domains.onChange} />
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {saveLabel}
          </Button>
          <Button onClick={onCancel}>{t("ui.cancel")}</Button>
        </Flex>
      </Stack>
    </form>
  );
}
