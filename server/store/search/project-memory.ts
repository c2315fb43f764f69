/** Projects of which something is remembered, at some hundred bytes each. */
const MAX_PROJECTS = 10_000;

/** Returns a function that reads something of a project once until the number of `changes` differs. */
export function createProjectMemory<Value>() {
  const known = new Map<string, { changes: number; value: Value }>();
  return async (projectId: string, changes: number, read: () => Promise<Value>): Promise<Value> => {
    const before = known.get(projectId);
    if (before?.changes === changes) return before.value;
    const value = await read();
    if (known.size >= MAX_PROJECTS) known.clear();
    known.set(projectId, { changes, value });
    return value;
  };
}
