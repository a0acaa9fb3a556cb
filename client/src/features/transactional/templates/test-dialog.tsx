import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { useOpenModal } from "@/ui/open-modals";
import classes from "./templates.module.css";
import { useTestSend } from "./templates-data";

const ADDRESS_LENGTH = 254;

interface Props {
  readonly templateId: string;
  readonly version: number;
  readonly onClose: () => void;
}

/** Mails the version that is shown, filled with its test data. */
export function TestDialog({ templateId, version, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [email, setEmail] = useState(useMe()?.user.email ?? "");
  const [isChecked, setChecked] = useState(false);
  const send = useTestSend(templateId);
  const failure = isFailure(send.error) ? send.error : undefined;
  const atField = failure && fieldFailureOf(failure, t);
  const atEmail = atField?.field === "email" ? atField.text : undefined;
  const missing = isChecked && !email.trim() ? t("transactional.templates.testToMissing") : undefined;
  const sent = send.data?.message;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (email.trim()) send.mutate({ email: email.trim(), version });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("transactional.templates.testTitle")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {failure && !atEmail ? <Notice kind="bad">{atField?.text ?? describeFailure(failure, t)}</Notice> : null}
        {sent ? (
          <Notice kind="ok">
            {t("transactional.templates.tested", { email: send.variables?.email })}{" "}
            <Link to={`/events/${sent.id}/${sent.time}`}>{t("transactional.start.see")}</Link>
          </Notice>
        ) : null}
        <TextInput
          {...EMAIL_INPUT}
          label={t("words.emailAddress")}
          description={t("transactional.templates.testHelp")}
          value={email}
          maxLength={ADDRESS_LENGTH}
          error={missing ?? atEmail}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            send.reset();
          }}
          data-autofocus
        />
        <div className={classes.formActions}>
          <Button onClick={onClose}>{t("ui.close")}</Button>
          <Button type="submit" variant="filled" loading={send.isPending}>
            {t("transactional.templates.testSend")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
