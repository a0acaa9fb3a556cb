/** Types that doiuse-email imports but does not ship. */
declare module "css" {
  export type Stylesheet = object;
}
