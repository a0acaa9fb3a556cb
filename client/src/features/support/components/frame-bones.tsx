import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import classes from "./support.module.css";

const WIDTHS = [62, 48, 70, 54, 40];

/** The page to come while its head is on the way. */
export function FrameBones() {
  const { t } = useTranslation();
  return (
    <Card isFlush>
      <div aria-busy="true" aria-label={t("words.loading")} role="status">
        {WIDTHS.map((width) => (
          <div key={width} className={classes.bone} style={{ inlineSize: `${width}%` }} />
        ))}
      </div>
    </Card>
  );
}
