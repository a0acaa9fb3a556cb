import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { readStored } from "@/lib/storage";
import { useOpenModal } from "@/ui/open-modals";
import { toast } from "@/ui/toasts";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { type Sender, useSuggestions, useWriteSender } from "../senders-data";
import classes from "./sender-dialog.module.css";

interface Props {
  /** The sender to change; a new one when absent. */
  readonly sender?: Sender | undefined;
  readonly onDone?: ((sender: Sender) => void) | undefined;
  readonly onClose: () => void;
}

const NAME_LENGTH = 60;
const EMAIL_LENGTH = 254;
/** Refusals that are about the address. */
const ABOUT_EMAIL = new Set(["senderExists", "senderFreeDomain", "senderOtherDomain", "senderDomainUnsupported"]);
/** As much of the server's rule as can be told while typing; the server decides. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;

export function SenderDialog({ sender, onDone, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [name, setName] = useState(sender?.name ?? "");
  const [email, setEmail] = useState(sender?.email ?? "");
  const [isChecked, setChecked] = useState(false);
  useKeptDraft(`sender:${sender?.email ?? "new"}`, {
    values: { name, email },
    isDirty: name !== (sender?.name ?? "") || email !== (sender?.email ?? ""),
    restore: (kept) => {
      setName(kept.name);
      setEmail(kept.email);
    },
  });
  const write = useWriteSender(sender);
  const suggestions = useSuggestions(sender === undefined).data?.items ?? [];
  const domain = readStored("domain");
  const atField = fieldFailureOf(write.error, t);
  const isAboutEmail = isFailure(write.error) && ABOUT_EMAIL.has(write.error.code ?? "");
  const problems = {
    name: name.trim() === "" ? t("senders.nameMissing") : undefined,
    email: EMAIL.test(email.trim()) ? undefined : t("senders.emailMalformed"),
  };
  const errorOf = (field: "name" | "email") =>
    (isChecked ? problems[field] : undefined) ??
    (atField?.field === field ? atField.text : undefined) ??
    (field === "email" && isAboutEmail && isFailure(write.error) ? describeFailure(write.error, t) : undefined);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    // React hands events of a dialog on to the form that it was opened from.
    event.stopPropagation();
    setChecked(true);
    if (problems.name || problems.email) return;
    write.mutate(
      { name: name.trim(), email: email.trim() },
      {
        onSuccess: (saved) => {
          if (saved.validated) toast("success", t("senders.ready", { email: saved.email }));
          else toast("info", t("senders.mailed", { email: saved.email }));
          onDone?.(saved);
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={sender ? t("senders.change") : t("terms.addSender")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {atField || isAboutEmail ? null : <FailureNotice error={write.error} />}
        <TextInput
          label={t("words.name")}
          description={t("senders.nameHelp", { used: [...name].length, most: NAME_LENGTH })}
          value={name}
          maxLength={NAME_LENGTH}
          error={errorOf("name")}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t("words.emailAddress")}
          description={sender ? t("senders.emailMoves") : t("senders.emailHelp")}
          placeholder={domain ? t("senders.emailExample", { domain }) : undefined}
          {...EMAIL_INPUT}
          autoComplete="off"
          value={email}
          maxLength={EMAIL_LENGTH}
          error={errorOf("email")}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            write.reset();
          }}
        />
        {suggestions.length > 0 ? (
          <div className={classes.suggestions}>
            <span id="sender-suggestions">{t("senders.suggestions")}</span>
            <ul aria-labelledby="sender-suggestions">
              {suggestions.map((one) => (
                <li key={one.email}>
                  <button
                    type="button"
                    onClick={() => {
                      setEmail(one.email);
                      setName((typed) => typed || one.name);
                    }}
                  >
                    {one.email}
                    {one.confirmed ? <small>{t("senders.suggestionReady")}</small> : null}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={write.isPending}>
            {sender ? t("senders.save") : t("terms.addSender")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
