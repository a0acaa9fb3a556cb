import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { type CampaignRow, campaignPath } from "./campaigns-data";

type NewCopy = Parameters<typeof campaignPath>[0] & Pick<CampaignRow, "name">;

interface CampaignMutation {
  readonly mutate: (
    id: string,
    then: { readonly onSuccess: (campaign: NewCopy) => void; readonly onError: (failure: unknown) => void },
  ) => void;
}

/** Mutations of one kind of campaign. */
interface CampaignMutations {
  readonly duplicate: CampaignMutation;
  readonly pause: CampaignMutation;
  readonly resume: CampaignMutation;
}

/** Row menu actions that report their result in a toast. A copy is opened. */
export function useRowHandlers({ duplicate, pause, resume }: CampaignMutations) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const onError = (failure: unknown): void => toastFailure(failure, t);
  const handlersOf = ({ id }: Pick<CampaignRow, "id">) => ({
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
  return { handlersOf, onError };
}
