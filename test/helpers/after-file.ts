/** What to do when the tests of the present file are over. Modules are shared by files, so `afterAll` in one runs only once. */
const tasks: (() => void | Promise<void>)[] = [];

/** Calls the task after the tests of the file in which this is called; those added last run first. */
export function afterFile(task: () => void | Promise<void>): void {
  tasks.push(task);
}

export async function runAfterFile(): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) await task();
}
