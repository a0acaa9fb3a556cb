import classes from "./funnel.module.css";

const WIDTHS = [184, 140, 98, 62, 34];

/** Illustration of an empty funnel. */
export function FunnelIllustration() {
  return (
    <svg className={classes.drawing} width="216" height="120" viewBox="0 0 216 120" aria-hidden="true">
      {WIDTHS.map((width, index) => (
        <rect
          key={width}
          x={(216 - width) / 2}
          y={8 + index * 22}
          width={width}
          height="14"
          rx="4"
          data-place={index}
        />
      ))}
    </svg>
  );
}
