import classes from "./help-lists.module.css";

const WIDTHS = [72, 88, 64, 80, 56, 76];

/** Lines where the text will stand. */
export function HelpSkeleton() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className={classes.skeleton} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}
