/** Two colours, `#rrggbb`. */
export interface Contrast {
  readonly words: string;
  readonly ground: string;
}
