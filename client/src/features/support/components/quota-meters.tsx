import { Flex, Stack, Text } from "@mantine/core";
import { integer } from "@/lib/filters";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { ShareBar } from "@/ui/components/share-bar";
import type { TeamDetail } from "../support-data";

const UNLIMITED = -1;

/** Usage of each limit. */
export function QuotaMeters({ quota }: Pick<TeamDetail, "quota">) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      {quota.map(({ feature, name, used, reserved, limit }) => {
        const usedTotal = used + reserved;
        const percent = limit > 0 ? Math.min(100, (usedTotal / limit) * 100) : 0;
        return (
          <Stack gap={4} fz="sm" key={`${feature}.${name}`}>
            <Flex component="span" gap="sm" justify="space-between">
              {t(composedKey(`support.quota.${name}`), { defaultValue: name })}
              <Text component="small" size="xs" c="var(--text2)" className="figures">
                {limit === UNLIMITED
                  ? t("support.usedUnlimited", { used: integer(usedTotal) })
                  : t("terms.usedOfLimit", { used: integer(usedTotal), limit: integer(limit) })}
              </Text>
            </Flex>
            {limit === UNLIMITED ? null : (
              <div className={classes.track} aria-hidden="true">
                <i style={{ inlineSize: `${percent}%` }} data-full={usedTotal >= limit || undefined} />
              </div>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}
