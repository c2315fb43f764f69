/** A key-value store of the browser. */
export interface KeyValueStore {
  read(key: string): string | null;
  /** Null removes the value. */
  write(key: string, value: string | null): void;
}

/** Lasts until the tab is closed. */
export const tabStorage = memory(() => sessionStorage);

/** Lasts beyond that and is shared by all tabs. */
export const persistentStorage = memory(() => localStorage);

/** If the browser blocks storage, values are kept in memory until the page is reloaded. */
function memory(storage: () => Storage): KeyValueStore {
  const instead = new Map<string, string>();
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return instead.get(key) ?? null;
      }
    },
    write(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        if (value === null) instead.delete(key);
        else instead.set(key, value);
      }
    },
  };
}
