import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { type DomainOrder, useRenameOrder } from "../buying-data";
import classes from "./sender-dialog.module.css";

const LABEL_LENGTH = 63;

interface Props {
  readonly order: DomainOrder;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

/** Another name, under the ending that is paid, for an order whose own was taken. */
export function RenameOrderDialog({ order, onDone, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [label, setLabel] = useState("");
  const rename = useRenameOrder();
  const failure = isFailure(rename.error) ? rename.error : undefined;
  const atField = failure ? fieldFailureOf(failure, t)?.text : undefined;
  const ending = order.name.slice(order.name.indexOf("."));

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!label.trim()) return;
    rename.mutate({ order, label: label.trim() }, { onSuccess: ({ name }) => onDone(name) });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("senders.buy.renameOf", { name: order.name })}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {atField ? null : <FailureNotice error={failure} />}
        <TextInput
          label={t("terms.newName")}
          description={t("senders.buy.renameHelp")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={label}
          maxLength={LABEL_LENGTH}
          error={atField}
          rightSection={ending}
          rightSectionWidth="fit-content"
          rightSectionProps={{ style: { paddingInlineEnd: 12 } }}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            rename.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={rename.isPending} disabled={!label.trim()}>
            {t("senders.buy.renameIt", { name: `${label.trim() || "…"}${ending}` })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
