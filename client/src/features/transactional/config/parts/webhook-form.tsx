import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { useFocusInvalid } from "@/ui/use-focus-invalid";
import type { EventType } from "../shapes";
import { EVENT_TYPES, USUAL_TYPES, type WebhookInput } from "../webhooks-data";
import { Choices } from "./choices";
import classes from "./config.module.css";
import { DomainChoice } from "./domain-choice";

const URL_LENGTH = 2048;
const DESCRIPTION_LENGTH = 200;

interface Props {
  /** What stands in it at first; a new one when absent. */
  readonly initial?: WebhookInput;
  readonly saveLabel: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onSave: (input: WebhookInput) => void;
  readonly onCancel: () => void;
}

/** As much of the server's rule as can be told while typing; the server decides. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Where events go, and which. */
export function WebhookForm({ initial, saveLabel, save, onSave, onCancel }: Props) {
  const { t } = useTranslation();
  const [url, setUrl] = useState(initial?.url ?? "");
  const [description, setDescription] = useState(initial?.description ?? "");
  const [events, setEvents] = useState<readonly EventType[]>(initial?.events ?? USUAL_TYPES);
  const [domains, setDomains] = useState<readonly string[]>(initial?.domains ?? []);
  /** How often it was sent with something wrong in it. */
  const [refusals, setRefusals] = useState(0);
  const form = useFocusInvalid(save.error ?? refusals);
  const atField = fieldFailureOf(save.error, t);
  const problems = {
    url: isAddress(url.trim()) ? undefined : t("transactional.config.webhook.urlMalformed"),
    events: events.length > 0 ? undefined : t("transactional.config.webhook.eventsMissing"),
  };
  const errorOf = (field: "url" | "events") =>
    (refusals > 0 ? problems[field] : undefined) ?? (atField?.field === field ? atField.text : undefined);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (problems.url || problems.events) setRefusals((before) => before + 1);
    else onSave({ url: url.trim(), description: description.trim(), events, domains });
  }

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit} noValidate>
      {atField ? null : <FailureNotice error={save.error} />}
      <TextInput
        label={t("transactional.config.webhook.url")}
        description={t("transactional.config.webhook.urlHelp")}
        placeholder="https://example.com/hooks/mail"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={url}
        maxLength={URL_LENGTH}
        error={errorOf("url")}
        onChange={({ currentTarget }) => {
          setUrl(currentTarget.value);
          save.reset();
        }}
      />
      <TextInput
        label={t("transactional.config.webhook.description")}
        description={t("transactional.config.webhook.descriptionHelp")}
        value={description}
        maxLength={DESCRIPTION_LENGTH}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <Choices
        label={t("transactional.config.webhook.events")}
        error={errorOf("events")}
        options={EVENT_TYPES.map((value) => ({
          value,
          label: t(`transactional.config.types.${value}`),
          help: t(`transactional.config.typesHelp.${value}`),
        }))}
        chosen={events}
        onChange={setEvents}
      />
      <DomainChoice chosen={domains} onChange={setDomains} />
      <div className={classes.formActions}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {saveLabel}
        </Button>
        <Button onClick={onCancel}>{t("ui.cancel")}</Button>
      </div>
    </form>
  );
}
