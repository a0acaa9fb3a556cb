import { Flex, Stack, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
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
        return (
          <Stack gap={4} fz="sm" key={`${feature}.${name}`}>
            <Flex component="span" gap="sm" justify="space-between">
              {t(toTextKey(`support.quota.${name}`), { defaultValue: name })}
              <Text component="small" size="xs" c="var(--text2)" className="figures">
                {limit === UNLIMITED
                  ? t("support.usedUnlimited", { used: formatInteger(usedTotal) })
                  : t("terms.usedOfLimit", { used: formatInteger(usedTotal), limit: formatInteger(limit) })}
              </Text>
            </Flex>
            {limit === UNLIMITED ? null : (
              <ShareBar
                share={limit > 0 ? usedTotal / limit : 0}
                colour={usedTotal >= limit ? "var(--bad-dot)" : "var(--vendor-fill)"}
              />
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}
