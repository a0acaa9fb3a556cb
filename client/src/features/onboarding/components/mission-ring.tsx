import classes from "./mission.module.css";

const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Progress as a ring. Decorative, because the text beside it says the same. */
export function MissionRing({ percentage }: { readonly percentage: number }) {
  return (
    <svg className={classes.ring} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={RADIUS} />
      <circle
        className={classes.part}
        cx="8"
        cy="8"
        r={RADIUS}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={CIRCUMFERENCE * (1 - percentage / 100)}
      />
    </svg>
  );
}
