/** What doiuse-email takes its own types from and doesn't bring along. */
declare module "css" {
  export type Stylesheet = object;
}
