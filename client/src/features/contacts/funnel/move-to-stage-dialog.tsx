import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import type { ChangeTarget } from "../changes-data";
import { useMoveToStage } from "./funnel-data";
import { StageSelect } from "./stage-select";
import { isStage, NO_STAGE, STAGES, type Stage, useStageNames } from "./stages";

interface Props {
  readonly target: ChangeTarget;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Moves many contacts to a stage of the funnel. */
export function MoveToStageDialog({ target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  const [stage, setStage] = useState<Stage | "">(STAGES[0]);
  const move = useMoveToStage();

  function run(): void {
    move.mutate(
      { target, stage },
      {
        onSuccess: ({ count: moved, queued }) => {
          const total = formatInteger(moved);
          const words = queued ? "funnel.moveQueued" : "funnel.moveDone";
          toast("success", t(words, { count: moved, total, stage: nameOf(stage || NO_STAGE) }));
          onDone();
        },
      },
    );
  }

  return (
    <Dialog title={t("funnel.moveTitle", { total: count })} onClose={onClose}>
      <Stack gap="sm">
        <StageSelect
          label={t("funnel.stage")}
          size="md"
          value={stage}
          data-autofocus
          onChange={({ currentTarget }) => setStage(isStage(currentTarget.value) ? currentTarget.value : "")}
        />
        <FailureNotice error={move.error} />
      </Stack>
      <FormActions mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button variant="filled" loading={move.isPending} onClick={run}>
          {t("funnel.moveConfirm")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
