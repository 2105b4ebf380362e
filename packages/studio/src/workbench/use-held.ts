import { useEffect, useRef, useState } from "react";

/** How long a value stays as the hand left it after the last answer, and at most [ms]. */
const [SETTLED, GIVEN_UP] = [150, 3000];

/**
 * A value that answers late, such as a slider whose pose is computed elsewhere: while it is being moved it is where the hand
 * has it, afterwards what came of it. `answer` is another object whenever there is an answer; a refusal puts it back at once.
 */
export function useHeld(
  actual: number,
  answer: unknown,
  isRefused: boolean,
): readonly [number, (value: number) => void] {
  const [held, setHeld] = useState<number | null>(null);
  const asked = useRef<unknown>(null);
  useEffect(() => {
    if (held === null) return;
    const isAnswered = answer !== asked.current;
    const timer = setTimeout(() => setHeld(null), isRefused ? 0 : isAnswered ? SETTLED : GIVEN_UP);
    return () => clearTimeout(timer);
  }, [held, answer, isRefused]);
  const hold = (value: number): void => {
    asked.current = answer;
    setHeld(value);
  };
  return [held ?? actual, hold];
}
