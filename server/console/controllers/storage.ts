/** A key-value store of the browser. */
export interface Memory {
  read(key: string): string | null;
  /** Null removes it. */
  write(key: string, value: string | null): void;
}

/** For as long as the tab lives. */
export const tabMemory = memory(() => sessionStorage);

/** Beyond that, for every tab of this browser. */
export const browserMemory = memory(() => localStorage);

/** A browser that may store nothing throws: then the values are in memory until the page is reloaded. */
function memory(storage: () => Storage): Memory {
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
