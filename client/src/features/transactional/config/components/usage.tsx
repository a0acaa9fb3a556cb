import { Box } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Subaccount } from "../shapes";

/** Messages sent by a subaccount this month, and its limit. */
export function Usage({ subaccount: { used, monthlyLimit } }: { readonly subaccount: Subaccount }) {
  const { t } = useTranslation();
  if (monthlyLimit === null) return <>{t("transactional.config.subaccount.usedFree", { used: formatInteger(used) })}</>;
  const share = monthlyLimit > 0 ? Math.min(used / monthlyLimit, 1) : 1;
  return (
    <>
      {t("transactional.config.subaccount.used", { used: formatInteger(used), limit: formatInteger(monthlyLimit) })}
      <Box bdrs={3} h={6} mt={6} bg="var(--sunken)" style={{ overflow: "hidden" }} aria-hidden="true">
        <Box
          component="span"
          display="block"
          bdrs={3}
          h="100%"
          bg="var(--vendor-fill)"
          style={{ inlineSize: `${Math.round(share * 100)}%` }}
        />
      </Box>
    </>
  );
}
