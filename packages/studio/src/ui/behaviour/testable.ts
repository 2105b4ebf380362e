/** A name by which tests find a thing, passed on to its element. */
export interface Testable {
  readonly "data-testid"?: string | undefined;
}
