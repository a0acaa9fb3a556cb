import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import type { CampaignRow } from "./campaigns-data";
import { useCancelSchedule, useScheduleCampaign } from "./schedule-data";

/** Cancels a schedule immediately and offers to undo it. */
export function useUndoableCancel() {
  const { t } = useTranslation();
  const cancel = useCancelSchedule();
  const schedule = useScheduleCampaign();
  const onError = (failure: unknown): void => toastFailure(failure, t);

  function cancelSchedule({ id, kind, name, scheduleAt, scheduleZone, perHour }: CampaignRow): void {
    const again = { scheduleAt, zone: scheduleZone, perHour };
    const undo = {
      label: t("words.undo"),
      run: () => schedule.mutateAsync({ id, kind, schedule: again }).catch(onError),
    };
    // Uses the promise, because the calling screen unmounts before the response arrives.
    cancel
      .mutateAsync({ id, kind })
      .then(() => toast("info", t("campaigns.schedule.calledOff", { name }), { action: undo }), onError);
  }
  return { cancelSchedule, isBusy: cancel.isPending };
}
