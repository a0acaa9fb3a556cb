import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { useDevices, useTwoFactor } from "../account-data";
import { DevicesCard } from "../components/devices-card";
import { PageFrame } from "../components/page-frame";
import { TwoFactorCard } from "../components/two-factor-card";

/** Security of the user's account: two-factor authentication and signed-in devices. */
export function SecurityPage() {
  const { t } = useTranslation();
  const twoFactor = useTwoFactor();
  const devices = useDevices();
  return (
    <PageFrame title={t("words.security")} query={twoFactor}>
      {twoFactor.data ? <TwoFactorCard twoFactor={twoFactor.data} /> : null}
      {devices.data ? <DevicesCard devices={devices.data} /> : null}
      {devices.isLoadingError ? <LoadFailed failure={devices.error} onRetry={() => void devices.refetch()} /> : null}
    </PageFrame>
  );
}
