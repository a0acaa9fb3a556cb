import classes from "./label-tag.module.css";

export interface TaggedLabel {
  readonly id: number;
  readonly name: string;
  /** Index in the palette of eight colours. */
  readonly color: number;
}

export function LabelTag({ label }: { readonly label: TaggedLabel }) {
  return (
    <span className={classes.tag} data-color={label.color}>
      <span>{label.name}</span>
    </span>
  );
}
