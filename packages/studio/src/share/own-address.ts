const queryOf = (address: string): string => address.slice(address.indexOf("?") + 1);

/** What this page itself has put into its address, and what others have put there: only the latter is to be opened. */
interface OwnAddress {
  /** Puts an address into the page's, without a step in the history. */
  readonly put: (address: string) => void;
  readonly isOwn: (address: string) => boolean;
  /** What an address holds was opened, or could not be: the page may put its own in its place. */
  readonly settle: (address: string) => void;
  /** Whether an address holds something that is still to be opened, and may not be written over. */
  readonly isPending: (address: string) => boolean;
}

function createOwnAddress(): OwnAddress {
  let own = "";
  let settled = "";
  const isOwn = (address: string): boolean => address.includes("?") && queryOf(address) === own;
  return {
    put: (address) => {
      own = queryOf(address);
      if (location.hash !== address) history.replaceState(history.state, "", address);
    },
    isOwn,
    settle: (address) => {
      settled = queryOf(address);
    },
    isPending: (address) => address.includes("?") && !isOwn(address) && queryOf(address) !== settled,
  };
}

export const ownAddress = createOwnAddress();
