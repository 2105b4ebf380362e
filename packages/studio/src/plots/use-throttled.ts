import { useEffect, useState } from "react";

/** A reading of something that changes sixty times a second, taken some ten times a second: numbers stay legible. */
export function useThrottled<T>(read: () => T, subscribe: (changed: () => void) => () => void, milliseconds = 100): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let last = -Infinity;
    const take = (): void => {
      timer = null;
      last = performance.now();
      setValue(() => read());
    };
    const stop = subscribe(() => {
      if (timer === null) timer = setTimeout(take, Math.max(0, milliseconds - (performance.now() - last)));
    });
    take();
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [read, subscribe, milliseconds]);
  return value;
}
