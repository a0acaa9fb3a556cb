import { Text } from "@mantine/core";
import { formatDecimal } from "@/lib/decimals";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { SideSheet } from "@/ui/components/side-sheet";
import { useConnectionTest } from "../pools-data";
import classes from "./pools.module.css";

interface Props {
  readonly relayId: number;
  readonly onClose: () => void;
}

/** Shows the SMTP dialogue of a connection test. No message is sent. */
export function ConnectionTestSheet({ relayId, onClose }: Props) {
  const { t } = useTranslation();
  const trial = useConnectionTest(relayId);
  return (
    <SideSheet title={t("support.pools.tryRelay")} onClose={onClose} width="wide">
      {trial.data ? (
        <>
          <Notice kind={trial.data.works ? "ok" : "bad"}>
            {trial.data.works
              ? t("support.pools.works", { seconds: formatDecimal(trial.data.seconds, 2) })
              : `${t("support.pools.fails")}. ${trial.data.why}`}
          </Notice>
          {trial.data.dialogue.length > 0 ? (
            <ol className={classes.dialogue} aria-label={t("support.pools.dialogue")}>
              {trial.data.dialogue.map(({ who, line }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a dialogue only ever ends
                <li key={index}>
                  <Text span inherit display="inline-block" miw={48} c="var(--text2)">
                    {t(`support.pools.${who}`)}
                  </Text>{" "}
                  {line}
                </li>
              ))}
            </ol>
          ) : null}
        </>
      ) : trial.isLoadingError ? (
        <LoadFailed failure={trial.error} onRetry={() => void trial.refetch()} />
      ) : (
        <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }} role="status">
          {t("support.pools.trying")}
        </Text>
      )}
    </SideSheet>
  );
}
