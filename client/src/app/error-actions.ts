import { call } from "@/lib/api/data";
import type { ErrorAction } from "@/lib/catalogue/entry";
import { translate } from "@/lib/i18n/translation";
import type { ToastAction } from "@/ui/toast";
import { toast } from "@/ui/toasts";

type OnFailure = (error: unknown) => void;

async function resendValidation(onFailure: OnFailure): Promise<void> {
  try {
    await call("post", "/api/users/revalidate");
    toast("success", translate("app.validationSent"));
  } catch (error) {
    onFailure(error);
  }
}

const ACTION_BUILDERS: Readonly<Record<ErrorAction, (onFailure: OnFailure) => ToastAction>> = {
  upgrade: () => ({ label: translate("app.upgradePlan"), to: "/update-plan" }),
  resendValidation: (onFailure) => ({
    label: translate("app.resendValidation"),
    run: () => void resendValidation(onFailure),
  }),
};

/** The action that an error notification offers (ERR-157). */
export function buildErrorAction(offer: ErrorAction | undefined, onFailure: OnFailure): ToastAction | undefined {
  return offer ? ACTION_BUILDERS[offer](onFailure) : undefined;
}
