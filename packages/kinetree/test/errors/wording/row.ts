/** A mistake and the exact text of its message, with "#" for long numbers and those with exponents. */
export interface Wording {
  readonly code: string;
  readonly make: () => unknown;
  readonly message: string;
}
