import { Anchor } from "@mantine/core";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import type { Footer, Utm } from "../draft";
import { useSetDefaults } from "./extras-data";

interface Props {
  readonly change: { readonly utm?: Utm; readonly footer?: Footer };
}

/** Saves the current values as the team's default for new campaigns. */
export function DefaultButton({ change }: Props) {
  const { t } = useTranslation();
  const setDefaults = useSetDefaults();
  return (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      py={4}
      aria-disabled={setDefaults.isPending || undefined}
      onClick={() => {
        if (setDefaults.isPending) return;
        setDefaults.mutate(change, {
          onSuccess: () => toast("success", t("campaignExtras.defaultSet")),
          onError: (failure) => {
            if (isFailure(failure)) toast("error", describeFailure(failure, t));
          },
        });
      }}
    >
      {t("campaignExtras.setDefault")}
    </Anchor>
  );
}
