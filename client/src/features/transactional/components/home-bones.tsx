import classes from "./home-bones.module.css";

/** The place of the SMTP figures while they are asked for. */
export function HomeBones() {
  return <div className={classes.bones} aria-hidden="true" />;
}
