import { useSyncExternalStore } from "react";

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

export function useStore<T extends object>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

export function usePart<T extends object, P>(store: Store<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.watch, () => part(store.get()));
}
