import classes from "./plain-page.module.css";

/** Illustration of a list with a missing row. */
export function MissingIllustration() {
  return (
    <svg className={classes.drawing} viewBox="0 0 168 96" fill="none" aria-hidden="true">
      <rect x="14" y="8" width="140" height="80" rx="10" fill="var(--surface)" stroke="currentColor" />
      <path d="M14 34h140M14 61h140" stroke="var(--line)" />
      <rect x="26" y="18" width="52" height="6" rx="3" fill="var(--line)" />
      <rect x="26" y="72" width="66" height="6" rx="3" fill="var(--line)" />
      <rect x="18" y="38" width="132" height="19" rx="5" strokeDasharray="4 4" stroke="currentColor" data-accent />
    </svg>
  );
}
