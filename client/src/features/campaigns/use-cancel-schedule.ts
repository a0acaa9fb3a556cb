import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import type { CampaignRow } from "./campaigns-data";
import { useCancelSchedule, useScheduleCampaign } from "./schedule-data";

/** Calls a schedule off at once, and offers to take that back. */
export function useCallOff() {
  const { t } = useTranslation();
  const cancel = useCancelSchedule();
  const schedule = useScheduleCampaign();
  const onError = (failure: unknown): void => toastFailure(failure, t);

  function callOff({ id, kind, name, scheduleAt, scheduleZone, perHour }: CampaignRow): void {
    const again = { scheduleAt, zone: scheduleZone, perHour };
    const undo = {
      label: t("words.undo"),
      run: () => schedule.mutateAsync({ id, kind, schedule: again }).catch(onError),
    };
    // By the promise: where it is called off from, the screen is another one once it is.
    cancel
      .mutateAsync({ id, kind })
      .then(() => toast("info", t("campaigns.schedule.calledOff", { name }), { action: undo }), onError);
  }
  return { callOff, isBusy: cancel.isPending };
}
