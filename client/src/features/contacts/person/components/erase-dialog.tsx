import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, customMutation } from "@/lib/api/data";
import { fieldFailureOf } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { nameOf } from "../../columns";
import { Dialog } from "../../components/dialog";
import classes from "../../components/dialog.module.css";
import { type Contact, contactQuery, refreshLists } from "../../contacts-data";
import { TIMELINE_KEY } from "../../timeline-key";
import more from "./merge-dialog.module.css";

interface Props {
  readonly contact: Contact;
  readonly onErased: () => void;
  readonly onClose: () => void;
}

/** Forgets a person, once their address has been typed: it cannot be undone. */
export function EraseDialog({ contact, onErased, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const typed = email.trim().toLowerCase();
  // The server knows whether another spelling of the domain is the same.
  const isSame = typed === contact.email || /[^ -~]/.test(typed);
  const erase = useMutation(
    customMutation({
      mutationFn: () =>
        call("post", "/api/contacts/{contact_id}/erase", {
          params: { path: { contact_id: contact.contactId } },
          body: { email },
        }),
      onSuccess: () => {
        toast("success", t("person.erased"));
        onErased();
        client.removeQueries({ queryKey: contactQuery(contact.contactId).queryKey });
        client.removeQueries({ queryKey: [...TIMELINE_KEY, contact.contactId] });
        return refreshLists(client);
      },
    }),
  );
  const atField = fieldFailureOf(erase.error, t);
  return (
    <Dialog title={t("person.eraseTitle", { name: nameOf(contact) })} onClose={onClose}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (isSame && !erase.isPending) erase.mutate();
        }}
      >
        <p className={more.text}>{t("person.eraseHelp")}</p>
        {atField ? null : <FailureNotice error={erase.error} />}
        <TextInput
          label={t("person.eraseType", { email: contact.email })}
          size="md"
          {...EMAIL_INPUT}
          autoComplete="off"
          value={email}
          error={isChecked && !isSame ? t("person.eraseDiffers") : atField?.text}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" color="bad" loading={erase.isPending}>
            {t("person.erase")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
