const queryOf = (address: string): string => address.slice(address.indexOf("?") + 1);

/** Distinguishes addresses written by this page from those entered by the user: only the latter are opened. */
interface OwnAddress {
  /** Puts an address into the page's, without a step in the history. */
  readonly put: (address: string) => void;
  readonly isOwn: (address: string) => boolean;
  /** The content of an address was opened, or could not be: the page may replace it. */
  readonly settle: (address: string) => void;
  /** Whether an address has content that is still to be opened and must not be overwritten. */
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
