import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { type CampaignRow, campaignPath } from "./campaigns-data";

type Made = Parameters<typeof campaignPath>[0] & Pick<CampaignRow, "name">;

interface Move {
  readonly mutate: (
    id: string,
    then: { readonly onSuccess: (campaign: Made) => void; readonly onError: (failure: unknown) => void },
  ) => void;
}

/** Mutations of one kind of campaign. */
interface Moves {
  readonly duplicate: Move;
  readonly pause: Move;
  readonly resume: Move;
}

/** Row menu actions that report their result in a toast. A copy is opened. */
export function useRowActs({ duplicate, pause, resume }: Moves) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const onError = (failure: unknown): void => toastFailure(failure, t);
  const actsOf = ({ id }: Pick<CampaignRow, "id">) => ({
    onDuplicate: () =>
      duplicate.mutate(id, {
        onSuccess: (copy) => {
          toast("success", t("campaigns.duplicated", { name: copy.name }));
          void navigate(campaignPath(copy));
        },
        onError,
      }),
    onPause: () => pause.mutate(id, { onSuccess: () => toast("info", t("campaigns.paused")), onError }),
    onResume: () => resume.mutate(id, { onSuccess: () => toast("info", t("campaigns.resumed")), onError }),
  });
  return { actsOf, onError };
}
