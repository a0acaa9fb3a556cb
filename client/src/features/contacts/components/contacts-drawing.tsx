import classes from "./contacts-drawing.module.css";

const WIDTHS = [
  ["70%", "90%"],
  ["50%", "75%"],
  ["85%", "60%"],
] as const;

/** The Contact Book in its own shapes. */
export function ContactsDrawing() {
  return (
    <div className={classes.drawing} aria-hidden="true">
      {WIDTHS.map(([name, email], index) => (
        <div key={name} className={classes.row} data-next={index === WIDTHS.length - 1 || undefined}>
          <span className={classes.box} />
          <span className={classes.bone} style={{ inlineSize: name }} />
          <span className={classes.bone} style={{ inlineSize: email }} />
          <span className={classes.dot} />
        </div>
      ))}
    </div>
  );
}
