import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import type { CallFigures } from "../calls";
import classes from "./diagnostics.module.css";

/** API calls of this tab by kind, largest total duration first. */
export function CallsCard({ calls }: { readonly calls: readonly CallFigures[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("diagnostics.calls")} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by keyboard too */}
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
          </thead>
          <tbody>
            {calls.map(({ path, count, median, slowest, failed }) => (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td>{integer(count)}</td>
                <td>{t("diagnostics.milliseconds", { figure: integer(median) })}</td>
                <td>{t("diagnostics.milliseconds", { figure: integer(slowest) })}</td>
                <td data-bad={failed > 0 || undefined}>{integer(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}
