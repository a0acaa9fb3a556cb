import english from "../texts/en.json";
import classes from "./plain-page.module.css";

/** Shown where nothing can be stored, the choice of a language included: English it is. */
export function UnsupportedPage() {
  return (
    <main className={classes.page}>
      <h1>{english.app.unsupported}</h1>
      <p>{english.app.unsupportedHelp}</p>
    </main>
  );
}
