import english from "../texts/en.json";
import classes from "./plain-page.module.css";

/** Shown where the browser has no storage. The language choice cannot be stored either, so the page is in English. */
export function UnsupportedPage() {
  return (
    <main className={classes.page}>
      <h1>{english.app.unsupported}</h1>
      <p>{english.app.unsupportedHelp}</p>
    </main>
  );
}
