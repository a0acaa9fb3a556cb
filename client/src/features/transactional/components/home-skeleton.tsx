import classes from "./home-skeleton.module.css";

/** Placeholder of the SMTP statistics while they load. */
export function HomeSkeleton() {
  return <div className={classes.bones} aria-hidden="true" />;
}
