import { Box, Button, Flex, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PlainButton } from "@/ui/components/plain-button";
import { toast } from "@/ui/toasts";
import { type Target, useAddToSegment } from "../changes-data";
import { Dialog } from "../components/dialog";
import classes from "../components/dialog.module.css";
import { useSegmentChoices } from "../segments-data";
import own from "./list.module.css";

interface Props {
  readonly target: Target;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Puts contacts into a segment by hand. */
export function AddToSegmentDialog({ target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { data: segments } = useSegmentChoices();
  const [chosen, setChosen] = useState("");
  const [isChecked, setChecked] = useState(false);
  const add = useAddToSegment();
  const isMissing = chosen === "";
  const fault = isChecked && isMissing ? t("terms.chooseASegment") : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    add.mutate(
      { target, segmentId: Number(chosen) },
      {
        onSuccess: ({ count: added, queued }) => {
          const total = integer(added);
          const done = t("contactList.added", { count: added, total });
          toast("success", queued ? t("contactList.addQueued", { total }) : done);
          onDone();
        },
      },
    );
  }

  return (
    <Dialog title={t("contactList.addTitle", { total: count })} onClose={onClose}>
      {segments?.length === 0 ? (
        <Stack gap="sm" align="flex-start">
          <Box component="p" m={0}>
            {t("contactList.segmentsNone")}
          </Box>
          <PlainButton to="/contacts/segments/new">{t("terms.createSegment")}</PlainButton>
        </Stack>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Stack gap="sm">
            <label className={own.field}>
              <span>{t("words.segment")}</span>
              <select
                value={chosen}
                aria-invalid={fault ? true : undefined}
                aria-describedby="add-to-segment-help"
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                data-autofocus
              >
                <option value="">{t("terms.chooseASegment")}</option>
                {segments?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <p id="add-to-segment-help" className={fault ? own.fault : classes.help}>
              {fault ?? t("contactList.addHelp")}
            </p>
            <FailureNotice error={add.error} />
            <Flex gap="xs" justify="flex-end" wrap="wrap" mt="md">
              <Button variant="default" onClick={onClose}>
                {t("ui.cancel")}
              </Button>
              <Button type="submit" variant="filled" loading={add.isPending}>
                {t("contactList.addToSegment")}
              </Button>
            </Flex>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
