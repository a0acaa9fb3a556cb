import { useMutation } from "@tanstack/react-query";
import { mutation } from "@/lib/api/data";
import "@/ui/theme/overlay-styles";
import { Button, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { useForm } from "@/ui/use-form";
import {
  CONTACT_FIELDS,
  clearSupportMessageDraft,
  readSupportMessageDraft,
  type SupportMessageDraft,
  storeSupportMessageDraft,
  validateSupportMessageDraft,
} from "../contact-draft";
import { CsatForm } from "./csat-form";

const MAX_CHARACTERS = { name: 100, email: 254, company: 200, phone: 32, message: 5000 } as const;
const AUTOFILL = { name: "name", email: "email", company: "organization", phone: "tel", message: "off" } as const;

/** The submit button is gone: the focus moves within the panel, so that Escape still closes it. */
function focusPanel(sent: HTMLElement | null): void {
  sent?.focus();
}

/** Message form for this installation's support (SUP-15), with the signed-in user filled in. */
export function ContactForm() {
  const { t } = useTranslation();
  const me = useMe();
  const userId = me?.user.userId ?? "";
  const [start, setStart] = useState<SupportMessageDraft>(() =>
    readSupportMessageDraft(userId, {
      name: me?.user.fullname ?? "",
      email: me?.user.email ?? "",
      company: me?.team?.name ?? "",
      phone: me?.user.phone ?? "",
      message: "",
    }),
  );
  const [sent, setSent] = useState<SupportMessageDraft>();
  if (!sent) return <MessageForm start={start} userId={userId} onSent={setSent} />;
  return (
    <Stack
      ref={focusPanel}
      gap="xs"
      align="center"
      px="md"
      py={40}
      ta="center"
      fz="sm"
      c="var(--text2)"
      role="status"
      tabIndex={-1}
    >
      <IconCircleCheck size={28} stroke={1.5} color="var(--ok)" aria-hidden="true" />
      <Text component="h3" size="lg" lh="md" c="var(--text)" fw={600}>
        {t("help.sentTitle")}
      </Text>
      <Text size="sm" lh="md" mb={8} style={{ overflowWrap: "anywhere" }}>
        {t("words.wellReplyToEmail", { email: sent.email.trim() })}
      </Text>
      <Button
        onClick={() => {
          setStart({ ...sent, message: "" });
          setSent(undefined);
        }}
      >
        {t("help.writeAnother")}
      </Button>
      {me ? <CsatForm /> : null}
    </Stack>
  );
}

interface MessageFormProps {
  readonly start: SupportMessageDraft;
  readonly userId: string;
  readonly onSent: (message: SupportMessageDraft) => void;
}

function MessageForm({ start, userId, onSent }: MessageFormProps) {
  const { t } = useTranslation();
  // Also after the panel has closed.
  const send = useMutation(mutation("post", "/api/message/contact-us", { onSuccess: clearSupportMessageDraft }));
  const form = useForm<SupportMessageDraft>({
    initial: start,
    validate: (draft) => {
      const errors = validateSupportMessageDraft(draft);
      return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, errors[field] && t(errors[field])]));
    },
    failure: send.error,
    onValid: ({ values }) => send.mutate({ body: values }, { onSuccess: () => onSent(values) }),
  });

  function change(field: keyof SupportMessageDraft, value: string): void {
    form.edit(field, value);
    storeSupportMessageDraft(userId, { ...form.values, [field]: value });
  }

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        {isFailure(form.failure) ? (
          <Notice kind="bad">
            {describeFailure(form.failure, t)}
            <p>{t("help.nothingLost")}</p>
          </Notice>
        ) : null}
        {CONTACT_FIELDS.map((field) => {
          const shared = {
            ...form.text(field),
            label: t(`help.fields.${field}`),
            maxLength: MAX_CHARACTERS[field],
            autoComplete: AUTOFILL[field],
          };
          return field === "message" ? (
            <Textarea
              key={field}
              {...shared}
              rows={6}
              autosize={false}
              onChange={(event) => change(field, event.currentTarget.value)}
            />
          ) : (
            <TextInput
              key={field}
              {...shared}
              {...(field === "email" ? EMAIL_INPUT : { type: field === "phone" ? "tel" : "text" })}
              onChange={(event) => change(field, event.currentTarget.value)}
            />
          );
        })}
        <div>
          <Button variant="filled" type="submit" loading={send.isPending}>
            {t("words.sendMessage")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
