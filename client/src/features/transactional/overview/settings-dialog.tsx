import "@/ui/theme/overlay-styles";
import { Button, Modal, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { useOpenModal } from "@/ui/open-modals";
import classes from "../config/parts/config.module.css";
import { type Settings, useSaveSettings } from "./settings-data";

const DAYS = [0, 1, 3, 7, 14, 30] as const;

interface Props {
  readonly settings: Settings;
  readonly onClose: () => void;
}

/** Changes what the team has chosen for its messages; what would be lost by it is said before. */
export function SettingsDialog({ settings: { bodyDays, holdAll }, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [days, setDays] = useState(bodyDays);
  const [isHeld, setHeld] = useState(holdAll);
  const save = useSaveSettings();
  const offered = [...new Set([...DAYS, bodyDays])].sort((a, b) => a - b);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ bodyDays: days, holdAll: isHeld }, { onSuccess: onClose });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("transactional.settings.title")}
      size={480}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit}>
        {isFailure(save.error) ? <Notice kind="bad">{describeFailure(save.error, t)}</Notice> : null}
        <NativeSelect
          inputWrapperOrder={["label", "input", "description"]}
          label={t("transactional.settings.days")}
          description={t("transactional.settings.daysHelp")}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={offered.map((count) => ({ value: String(count), label: t("transactional.settings.day", { count }) }))}
          data-autofocus
        />
        {days < bodyDays ? <Notice kind="info">{t("transactional.settings.fewer")}</Notice> : null}
        <div className={classes.switch}>
          <SwitchRow label={t("transactional.settings.hold")} isOn={isHeld} onChange={setHeld}>
            {t("transactional.settings.holdHelp")}
          </SwitchRow>
        </div>
        <div className={classes.dialogActions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t("transactional.settings.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
