import { useMemo, useSyncExternalStore } from "react";

/** A value that is watched. */
export class Store<T extends object> {
  private readonly watchers = new Set<() => void>();

  constructor(private value: T) {}

  get = (): T => this.value;

  set(change: Partial<T>): void {
    let same = true;
    for (const key in change) if (this.value[key] !== change[key]) same = false;
    if (same) return;
    this.value = { ...this.value, ...change };
    for (const watcher of [...this.watchers]) watcher();
  }

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
}

/** Some parts of a value, the same object as long as each of them is the same. */
export function partsOf<T extends object, K extends keyof T>(store: Store<T>, keys: readonly K[]): () => Pick<T, K> {
  let last: Pick<T, K> | null = null;
  return () => {
    const now = store.get();
    if (!last || keys.some((key) => last![key] !== now[key])) last = Object.fromEntries(keys.map((key) => [key, now[key]])) as Pick<T, K>;
    return last;
  };
}

/** Parts of a value: what shows them is rendered again when one of them changes, and not when another does. */
export function useParts<T extends object, K extends keyof T>(store: Store<T>, ...keys: K[]): Pick<T, K> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call names the same parts each time
  const get = useMemo(() => partsOf(store, keys), [store]);
  return useSyncExternalStore(store.watch, get);
}

/** The whole value, for small ones. */
export function useStore<T extends object>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

export function usePart<T extends object, P>(store: Store<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.watch, () => part(store.get()));
}
