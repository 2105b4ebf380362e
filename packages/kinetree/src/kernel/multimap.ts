export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}
