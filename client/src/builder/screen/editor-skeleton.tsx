import { useTranslation } from "@/lib/i18n/translation";
import classes from "./screen.module.css";

/** A placeholder with the layout of an editor, until its document has loaded. */
export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.screen} role="status" aria-label={t("app.loading")}>
      <div className={classes.head} />
      <div className={classes.left}>
        <div className={classes.waitingTiles}>
          {Array.from({ length: 9 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <i key={at} />
          ))}
        </div>
      </div>
      <div className={classes.middle} style={{ gridTemplateRows: "40px minmax(0, 1fr)" }}>
        <div className={classes.waitingLine} />
        <div className={classes.waitingDesk}>
          <div className={classes.waitingMail}>
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
      <div className={classes.right} />
    </div>
  );
}
