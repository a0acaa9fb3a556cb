import { Box, Button, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { CardRow } from "@/ui/components/card-row";
import { StatusDot } from "@/ui/components/status-dot";
import type { TwoFactor } from "../account-data";

const AppSetupDialog = lazy(async () => ({ default: (await import("./app-setup-dialog")).AppSetupDialog }));
const RemoveAppDialog = lazy(async () => ({ default: (await import("./app-dialogs")).RemoveAppDialog }));
const NewCodesDialog = lazy(async () => ({ default: (await import("./app-dialogs")).NewCodesDialog }));

/** Below this number a warning is shown. */
const LOW_CODES_THRESHOLD = 3;

function getTwoFactorState({ app, team }: TwoFactor): "app" | "mail" | "off" {
  if (app) return "app";
  return team ? "mail" : "off";
}

/** Status of two-factor authentication, with the available actions. */
export function TwoFactorCard({ twoFactor }: { readonly twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  const email = useMe()?.user.email ?? "";
  const [open, setOpen] = useState<"setUp" | "remove" | "codes">();
  const close = () => setOpen(undefined);
  const state = getTwoFactorState(twoFactor);
  const left = twoFactor.recoveryCodesLeft;
  return (
    <Card
      title={t("terms.twoFactorSignIn")}
      isFlush
      aside={
        <StatusDot kind={state === "off" ? "off" : "ok"}>{t(state === "off" ? "terms.off" : "terms.on")}</StatusDot>
      }
    >
      <CardRow>
        <Box flex="1 1 280px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text component="strong" display="block" fw={500}>
            {t(`account.security.${state}Title`)}
          </Text>
          <Text size="sm" mt={2} c="var(--text2)">
            {t(`account.security.${state}Text`, { email })}
          </Text>
          {twoFactor.team ? (
            <Text size="sm" mt={2} c="var(--text2)">
              {t("account.security.teamWants")}
            </Text>
          ) : null}
        </Box>
        {twoFactor.app ? (
          <Button onClick={() => setOpen("remove")}>{t("account.security.remove")}</Button>
        ) : (
          <Button variant="filled" onClick={() => setOpen("setUp")}>
            {t("account.security.setUp")}
          </Button>
        )}
      </CardRow>
      {twoFactor.app ? (
        <CardRow>
          <Box flex="1 1 280px" miw={0} style={{ overflowWrap: "anywhere" }}>
            <Text component="strong" display="block" fw={500}>
              {t("account.security.codes")}
            </Text>
            <Text size="sm" mt={2} c="var(--text2)">
              {t("account.security.codesLeft", { count: left, left: formatInteger(left) })}
            </Text>
            {left < LOW_CODES_THRESHOLD ? (
              <Text size="sm" mt={2} c="var(--text2)">
                {t("account.security.codesFew")}
              </Text>
            ) : null}
          </Box>
          <Button onClick={() => setOpen("codes")}>{t("account.security.newCodes")}</Button>
        </CardRow>
      ) : null}
      <Suspense fallback={null}>
        {open === "setUp" ? <AppSetupDialog onClose={close} /> : null}
        {open === "remove" ? <RemoveAppDialog isWantedByTeam={twoFactor.team} onClose={close} /> : null}
        {open === "codes" ? <NewCodesDialog onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}
