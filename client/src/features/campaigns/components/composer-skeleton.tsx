import classes from "./composer.module.css";

/** The shape of the composer while the draft is on its way. */
export function ComposerSkeleton() {
  return (
    <div className={classes.columns} aria-hidden="true">
      <div className={classes.write}>
        {[84, 120, 160, 420].map((height) => (
          <div key={height} className={classes.bone} style={{ blockSize: height }} />
        ))}
      </div>
      <div className={classes.see}>
        <div className={classes.bone} style={{ blockSize: 640 }} />
      </div>
    </div>
  );
}
