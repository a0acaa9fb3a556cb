import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { type Labelling, useApplyLabels } from "../changes-data";
import { LabelChoice } from "./label-choice";

interface Props {
  /** The affected contacts, by id or by filter. */
  readonly target: Pick<Labelling, "ids" | "filter">;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds labels to many contacts or removes them. */
export function LabelContactsDialog({ target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const apply = useApplyLabels();

  function run(way: "add" | "remove"): void {
    apply.mutate(
      { ...target, [way]: [...chosen] },
      {
        onSuccess: ({ count: changed, queued }) => {
          const total = formatInteger(changed);
          const done = t("contacts.labelDone", { count: changed, total });
          toast("success", queued ? t("contacts.labelQueued", { total }) : done);
          onDone();
        },
      },
    );
  }

  const isIdle = chosen.size === 0;
  return (
    <Dialog title={t("contacts.labelTitle", { total: count })} onClose={onClose}>
      <Stack gap="sm">
        <LabelChoice chosen={chosen} onChange={setChosen} canCreate={can("contact.label")} />
        <FailureNotice error={apply.error} />
      </Stack>
      <FormActions mt="lg">
        <Button aria-disabled={isIdle || undefined} loading={apply.isPending} onClick={() => !isIdle && run("remove")}>
          {t("contacts.labelTakeOff")}
        </Button>
        <Button
          variant="filled"
          aria-disabled={isIdle || undefined}
          loading={apply.isPending}
          onClick={() => !isIdle && run("add")}
        >
          {t("contacts.labelPutOn")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
