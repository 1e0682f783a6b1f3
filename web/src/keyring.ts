/** The secret keys of my seats, on this device. They are in no address that is sent to a server: links carry them behind
 * the #, and the WebSocket takes them from here. */

const NAME = "stavka.keys";

export interface SeatKey {
  table: string;
  key: string;
  sides: string[];
}

function read(): SeatKey[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(told) ? (told as SeatKey[]).filter((each) => typeof each?.key === "string") : [];
  } catch {
    return [];
  }
}

function write(keys: SeatKey[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(keys.slice(-200)));
  } catch {
    // private browsing: the links still work
  }
}

export const keyring = {
  all: read,
  of: (table: string): SeatKey[] => read().filter((each) => each.table === table),
  add(table: string, key: string, sides: string[]): void {
    const others = read().filter((each) => each.table !== table || each.key !== key);
    write([...others, { table, key, sides }]);
  },
  /** A seat has another key now. */
  replace(table: string, old: string, key: string): void {
    write(read().map((each) => (each.table === table && each.key === old ? { ...each, key } : each)));
  },
  forget(table: string): void {
    write(read().filter((each) => each.table !== table));
  },
};

/** Small things that a device remembers. */
export const memory = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(`stavka.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`stavka.${name}`, value);
    } catch {
      // nothing to remember it in
    }
  },
};
