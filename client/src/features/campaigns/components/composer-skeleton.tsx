import { Box } from "@mantine/core";
import classes from "./composer.module.css";

export function ComposerSkeleton() {
  return (
    <div className={classes.columns} aria-hidden="true">
      <div className={classes.write}>
        {[84, 120, 160, 420].map((height) => (
          <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" key={height} style={{ blockSize: height }} />
        ))}
      </div>
      <div className={classes.see}>
        <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ blockSize: 640 }} />
      </div>
    </div>
  );
}
