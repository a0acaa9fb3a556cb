import i18next from "i18next";
import { api } from "@/lib/api/client";
import type { Offer } from "@/lib/catalogue/entry";
import { type ToastAction, toast } from "@/ui/toasts";

type OnFailure = (error: unknown) => void;

async function resendValidation(onFailure: OnFailure): Promise<void> {
  try {
    await api.POST("/api/users/revalidate");
    toast("success", i18next.t("app.validationSent"));
  } catch (error) {
    onFailure(error);
  }
}

const ACTIONS: Readonly<Record<Offer, (onFailure: OnFailure) => ToastAction>> = {
  upgrade: () => ({ label: i18next.t("app.upgradePlan"), to: "/update-plan" }),
  resendValidation: (onFailure) => ({
    label: i18next.t("app.resendValidation"),
    run: () => void resendValidation(onFailure),
  }),
};

/** What the notification of an error offers to do about it (ERR-157). */
export function actionOf(offer: Offer | undefined, onFailure: OnFailure): ToastAction | undefined {
  return offer ? ACTIONS[offer](onFailure) : undefined;
}
