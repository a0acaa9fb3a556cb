import { useMutation } from "@tanstack/react-query";
import { mutation } from "@/lib/api/data";
import "@/ui/theme/overlay-styles";
import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import {
  CONTACT_FIELDS,
  type ContactDraft,
  clearContactDraft,
  readContactDraft,
  storeContactDraft,
  validateContactDraft,
} from "../contact-draft";
import classes from "./contact-form.module.css";
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
  const form = useRef<HTMLFormElement>(null);
  const userId = me?.user.userId ?? "";
  const [draft, setDraft] = useState<ContactDraft>(() =>
    readContactDraft(userId, {
      name: me?.user.fullname ?? "",
      email: me?.user.email ?? "",
      company: me?.team?.name ?? "",
      phone: me?.user.phone ?? "",
      message: "",
    }),
  );
  const [isChecked, setChecked] = useState(false);
  const send = useMutation(mutation("post", "/api/message/contact-us"));
  const errors = isChecked ? validateContactDraft(draft) : {};
  const refused = fieldFailureOf(send.error, t);

  function change(field: keyof ContactDraft, value: string): void {
    const next = { ...draft, [field]: value };
    setDraft(next);
    storeContactDraft(userId, next);
  }

  function errorOf(field: keyof ContactDraft): string | undefined {
    const fault = errors[field];
    if (fault) return t(fault);
    return refused?.field === field ? refused.text : undefined;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const [first] = CONTACT_FIELDS.filter((field) => validateContactDraft(draft)[field]);
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    send.mutate({ body: draft }, { onSuccess: clearContactDraft });
  }

  if (send.isSuccess) {
    return (
      <div ref={focusPanel} className={classes.sent} role="status" tabIndex={-1}>
        <IconCircleCheck size={28} stroke={1.5} aria-hidden="true" />
        <h3>{t("help.sentTitle")}</h3>
        <p>{t("words.wellReplyToEmail", { email: draft.email.trim() })}</p>
        <Button
          onClick={() => {
            setDraft({ ...draft, message: "" });
            setChecked(false);
            send.reset();
          }}
        >
          {t("help.writeAnother")}
        </Button>
        {me ? <CsatForm /> : null}
      </div>
    );
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isFailure(send.error) && !refused ? (
          <Notice kind="bad">
            {describeFailure(send.error, t)}
            <p>{t("help.nothingLost")}</p>
          </Notice>
        ) : null}
        {CONTACT_FIELDS.map((field) => {
          const shared = {
            name: field,
            label: t(`help.fields.${field}`),
            value: draft[field],
            maxLength: MAX_CHARACTERS[field],
            error: errorOf(field),
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
