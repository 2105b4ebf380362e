/**
 * An order in which to eliminate the numbers on the way from unknowns to equations, at little cost: each time the one for which
 * those it is made from, times those that are made from it, are fewest. Griewank, Walther, Evaluating Derivatives (2008), 10.1. Ties go
 * to the first.
 * @param first number of the first variable that is on the way; those before are unknowns
 * @param edges variable made, variable it is made from; equations count as variables from `count` on
 */
export function vertexOrder(first: number, count: number, edges: readonly (readonly [number, number])[]): number[] {
  const from = new Map<number, Set<number>>();
  const into = new Map<number, Set<number>>();
  const setOf = (sets: Map<number, Set<number>>, key: number): Set<number> => {
    let set = sets.get(key);
    if (!set) sets.set(key, (set = new Set()));
    return set;
  };
  for (const [made, source] of edges) {
    setOf(from, made).add(source);
    setOf(into, source).add(made);
  }
  const left = new Set<number>();
  const cost = new Map<number, number>();
  const weigh = (variable: number): void => {
    cost.set(variable, setOf(from, variable).size * setOf(into, variable).size);
  };
  for (let variable = first; variable < count; variable++) {
    left.add(variable);
    weigh(variable);
  }
  const order: number[] = [];
  while (left.size > 0) {
    let [best, least] = [-1, Infinity];
    for (const variable of left) {
      const own = cost.get(variable) as number;
      if (own < least) [best, least] = [variable, own];
      if (own <= 1) break;
    }
    order.push(best);
    left.delete(best);
    const [sources, users] = [setOf(from, best), setOf(into, best)];
    for (const user of users) {
      const own = setOf(from, user);
      own.delete(best);
      for (const source of sources) {
        own.add(source);
        setOf(into, source).add(user);
      }
    }
    for (const source of sources) {
      setOf(into, source).delete(best);
      if (left.has(source)) weigh(source);
    }
    for (const user of users) if (left.has(user)) weigh(user);
  }
  return order;
}
