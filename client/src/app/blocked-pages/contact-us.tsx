import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { useContactUs } from "./contact-data";
import classes from "./contact-us.module.css";

const MAX_MESSAGE_CHARACTERS = 4000;

interface Props {
  /** Initial text of the message. */
  readonly suggestion: string;
  /** Other actions, shown beside the send button. */
  readonly beside?: ReactNode;
}

/** Message form for the operators, shown inside a screen. The draft is stored until it is sent. */
export function ContactUs({ suggestion, beside }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const email = useMe()?.user.email;
  const [message, setMessage] = useState(suggestion);
  const [isEmpty, setEmpty] = useState(false);
  const contact = useContactUs();

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const words = message.trim();
    setEmpty(words === "");
    if (words === "") event.currentTarget.querySelector("textarea")?.focus();
    else contact.send(words);
  }

  if (contact.isSent) {
    return (
      <div className={classes.form}>
        <Notice kind="ok">{t("gates.contactSent", { email })}</Notice>
        {beside ? <div className={classes.actions}>{beside}</div> : null}
      </div>
    );
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <label htmlFor={id}>{t("gates.contactLabel")}</label>
      <textarea
        id={id}
        rows={4}
        maxLength={MAX_MESSAGE_CHARACTERS}
        value={message}
        aria-invalid={isEmpty || undefined}
        aria-describedby={`${id}-below`}
        onChange={(event) => {
          setMessage(event.target.value);
          setEmpty(false);
        }}
      />
      <p id={`${id}-below`} data-error={isEmpty || undefined}>
        {isEmpty ? t("gates.contactEmpty") : t("words.wellReplyToEmail", { email })}
      </p>
      <FailureNotice error={contact.failure} />
      <div className={classes.actions}>
        <PlainButton type="submit" kind="primary" isBusy={contact.isSending}>
          {t("words.sendMessage")}
        </PlainButton>
        {beside}
      </div>
    </form>
  );
}
