/* What this page itself has put into its address, and what others have put there: only the latter is to be opened. */

let own = "";
let settled = "";

const queryOf = (address: string): string => address.slice(address.indexOf("?") + 1);

/** Puts an address into the page's, without a step in the history. */
export function putAddress(address: string): void {
  own = queryOf(address);
  if (location.hash !== address) history.replaceState(history.state, "", address);
}

/** Whether an address, of whichever page, was put there by this one. */
export const isOwnAddress = (address: string): boolean => address.includes("?") && queryOf(address) === own;

/** What an address holds was opened, or could not be: the page may put its own in its place. */
export function settleAddress(address: string): void {
  settled = queryOf(address);
}

/** Whether an address holds something that is still to be opened, and may not be written over. */
export const isPending = (address: string): boolean =>
  address.includes("?") && queryOf(address) !== own && queryOf(address) !== settled;
