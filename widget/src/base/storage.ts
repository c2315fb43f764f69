/** A small JSON value that survives a reload. */
export interface Store<Value> {
  read(): Value | undefined;
  /** `undefined` removes the value. */
  write(value: Value | undefined): void;
}

/**
 * Stores a value in the tab's session storage. Without one (a sandboxed frame, blocked cookies, a full quota) the value is
 * only in memory, and everything else works as usual.
 */
export function sessionStore<Value>(key: string): Store<Value> {
  return storeIn('sessionStorage', key);
}

/**
 * Stores a value in the tab, and in the browser as well while `keeps` returns true. Undefined from it means that this is not
 * known yet: what the browser has is read, and stays.
 */
export function keptStore<Value>(key: string, keeps: () => boolean | undefined): Store<Value> {
  const tab = sessionStore<Value>(key);
  const browser = storeIn<Value>('localStorage', key);
  return {
    read: () => tab.read() ?? (keeps() === false ? undefined : browser.read()),
    write(value) {
      tab.write(value);
      if (keeps() !== undefined || value === undefined) browser.write(keeps() ? value : undefined);
    },
  };
}

type Area = 'sessionStorage' | 'localStorage';

/** Looked up on each call: a browser that blocks a storage throws when it is named. */
function storeIn<Value>(area: Area, key: string): Store<Value> {
  let memory: Value | undefined;
  return {
    read: () => readStored<Value>(key, area) ?? memory,
    write(value) {
      memory = value;
      try {
        if (value === undefined) globalThis[area].removeItem(key);
        else globalThis[area].setItem(key, JSON.stringify(value));
      } catch {
        // The value is in memory.
      }
    },
  };
}

/** A stored value; undefined if there is none or it cannot be read. The script tag needs no more of this file. */
export function readStored<Value>(key: string, area: Area = 'sessionStorage'): Value | undefined {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? '') as Value;
  } catch {
    return undefined;
  }
}

/** The storage key of a project's value; `what` is one of `conversation`, `token`, `look`, `open`, `large`. */
export function storageKey(project: string, what: string): string {
  return `footnote:${project}:${what}`;
}
