import { Flex, Stack, Text } from "@mantine/core";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import type { TeamDetail } from "../support-data";
import classes from "./support.module.css";

const UNLIMITED = -1;

/** Usage of each limit. */
export function QuotaMeters({ quota }: Pick<TeamDetail, "quota">) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      {quota.map(({ feature, name, used, reserved, limit }) => {
        const taken = used + reserved;
        const percent = limit > 0 ? Math.min(100, (taken / limit) * 100) : 0;
        return (
          <Stack gap={4} fz="sm" key={`${feature}.${name}`}>
            <Flex component="span" gap="sm" justify="space-between">
              {t(composedKey(`support.quota.${name}`), { defaultValue: name })}
              <Text component="small" size="xs" c="var(--text2)" className="figures">
                {limit === UNLIMITED
                  ? t("support.usedUnlimited", { used: integer(taken) })
                  : t("terms.usedOfLimit", { used: integer(taken), limit: integer(limit) })}
              </Text>
            </Flex>
            {limit === UNLIMITED ? null : (
              <div className={classes.track} aria-hidden="true">
                <i style={{ inlineSize: `${percent}%` }} data-full={taken >= limit || undefined} />
              </div>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}
