import { Box } from "@mantine/core";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { toast } from "@/ui/toasts";
import { type TeamSettings, type TeamSettingsChanges, useChangeTeamSettings, useTeamSettings } from "../account-data";
import { PageFrame } from "../components/page-frame";

const MULTI_LOGIN_MODES = ["allow", "ask", "deny"] as const;

/** Text key of the change that was saved. */
function getSavedTextKey({ multiLogin, enable2FA, showPresence }: TeamSettingsChanges): TextKey {
  if (multiLogin) return `account.team.${multiLogin}Set`;
  if (enable2FA !== undefined) return enable2FA ? "account.team.codeOn" : "account.team.codeOff";
  return showPresence ? "account.team.presenceOn" : "account.team.presenceOff";
}

function Settings({ settings }: { readonly settings: TeamSettings }) {
  const { t } = useTranslation();
  const change = useChangeTeamSettings();

  /** Saves `wanted`; the toast offers to restore `before`. */
  function saveSettings(wanted: TeamSettingsChanges, before?: TeamSettingsChanges): void {
    change.mutate(wanted, {
      onSuccess: () =>
        toast("success", t(getSavedTextKey(wanted)), {
          action: before && { label: t("words.undo"), run: () => saveSettings(before) },
        }),
    });
  }

  return (
    <>
      <FailureNotice error={change.error} />
      <Card title={t("terms.twoFactorSignIn")} isFlush>
        <SwitchRow
          label={t("account.team.code")}
          isOn={settings.enable2FA}
          onChange={(enable2FA) => saveSettings({ enable2FA }, { enable2FA: settings.enable2FA })}
        >
          {t(settings.enable2FA ? "account.team.codeHelpOn" : "account.team.codeHelpOff")}
        </SwitchRow>
      </Card>
      <Card title={t("terms.multipleSignIns")} isFlush>
        <Box p="md">
          <ChoiceList
            legend={t("account.team.multiLoginAsk")}
            value={settings.multiLogin}
            options={MULTI_LOGIN_MODES.map((value) => ({
              value,
              label: t(`account.team.${value}`),
              help: t(`account.team.${value}Help`),
            }))}
            onChange={(multiLogin) => saveSettings({ multiLogin }, { multiLogin: settings.multiLogin })}
          />
        </Box>
      </Card>
      <Card title={t("account.team.together")} isFlush>
        <SwitchRow
          label={t("account.team.presence")}
          isOn={settings.showPresence}
          onChange={(showPresence) => saveSettings({ showPresence }, { showPresence: settings.showPresence })}
        >
          {t("account.team.presenceHelp")}
        </SwitchRow>
      </Card>
    </>
  );
}

/** Sign-in and visibility rules of the team, for users who manage it. Every change applies immediately. */
export function TeamSecurityPage() {
  const { t } = useTranslation();
  const settings = useTeamSettings();
  return (
    <PageFrame title={t("words.teamSecurity")} state={t("account.team.state")} query={settings}>
      {settings.data ? <Settings settings={settings.data} /> : null}
    </PageFrame>
  );
}
