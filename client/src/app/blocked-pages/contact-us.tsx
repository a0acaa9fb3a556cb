import { type ReactNode, useId } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { useForm } from "@/ui/use-form";
import { useContactUs } from "./contact-data";
import classes from "./contact-us.module.css";

const MAX_MESSAGE_CHARACTERS = 4000;

interface Props {
  /** Initial text of the message. */
  readonly suggestion: string;
  /** Other actions, shown beside the send button. */
  readonly beside?: ReactNode;
}

/** Message form for the operators, shown inside a screen. Unsent text is restored at the next sign-in. */
export function ContactUs({ suggestion, beside }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const email = useMe()?.user.email;
  const contact = useContactUs();
  const form = useForm({
    draftKey: "contact-us",
    initial: { message: suggestion },
    validate: ({ message }) => (message.trim() === "" ? { message: t("gates.contactEmpty") } : {}),
    failure: contact.failure,
    onValid: ({ values }) => {
      contact.send(values.message.trim(), () => form.discard());
    },
  });
  const { error, ...message } = form.text("message");

  if (contact.isSent) {
    return (
      <div className={classes.form}>
        <Notice kind="ok">{t("gates.contactSent", { email })}</Notice>
        {beside ? <div className={classes.actions}>{beside}</div> : null}
      </div>
    );
  }
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate>
      <label htmlFor={id}>{t("gates.contactLabel")}</label>
      <textarea
        {...message}
        id={id}
        rows={4}
        maxLength={MAX_MESSAGE_CHARACTERS}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-below`}
      />
      <p id={`${id}-below`} data-error={error ? true : undefined}>
        {error ?? t("words.wellReplyToEmail", { email })}
      </p>
      <FailureNotice error={form.failure} />
      <div className={classes.actions}>
        <PlainButton type="submit" kind="primary" isBusy={contact.isSending}>
          {t("words.sendMessage")}
        </PlainButton>
        {beside}
      </div>
    </form>
  );
}
