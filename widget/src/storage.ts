/** A small JSON value that survives a reload, as long as the tab stays open. */
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
  let memory: Value | undefined;
  return {
    read() {
      try {
        const text = sessionStorage.getItem(key);
        return text ? (JSON.parse(text) as Value) : memory;
      } catch {
        return memory;
      }
    },
    write(value) {
      memory = value;
      try {
        if (value === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // The value is in memory.
      }
    },
  };
}

/** The storage key of a project's value; `what` is one of `conversation`, `token`, `look`, `open`. */
export function storageKey(project: string, what: string): string {
  return `footnote:${project}:${what}`;
}
