import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import type { CallStats } from "../calls";
import classes from "./diagnostics.module.css";

/** API calls of this tab by kind, largest total duration first. */
export function CallsCard({ calls }: { readonly calls: readonly CallStats[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("diagnostics.calls")} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table scrolls sideways, also by keyboard */}
      <section className={classes.scroll} aria-label={t("diagnostics.calls")} tabIndex={0}>
        <table className={classes.calls}>
          <thead>
            <tr>
              <th scope="col">{t("diagnostics.call")}</th>
              <th scope="col">{t("terms.count")}</th>
              <th scope="col">{t("terms.median")}</th>
              <th scope="col">{t("diagnostics.slowest")}</th>
              <th scope="col">{t("terms.failed")}</th>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Card>
  );
}
