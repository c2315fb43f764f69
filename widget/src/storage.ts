/** A small JSON value that outlives a reload, as long as the tab stays open. */
export interface Store<Value> {
  read(): Value | undefined;
  /** `undefined` forgets. */
  write(value: Value | undefined): void;
}

/**
 * Keeps a value in the tab's session storage. Where there is none (a sandboxed frame, blocked cookies, a full quota)
 * the value lives in memory alone, and everything else works as ever.
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
        // Memory has it.
      }
    },
  };
}

/** Where a project's things are kept; `what` is one of `conversation`, `token`, `look`, `open`. */
export function storageKey(project: string, what: string): string {
  return `footnote:${project}:${what}`;
}
