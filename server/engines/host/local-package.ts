/**
 * The first of these packages that is installed. They are optional: a server with extractive answers needs none of
 * them. If all are missing, throws an error with the command that installs the first.
 */
export function installedPackage(names: readonly [string, ...string[]], engine: string): string {
  for (const name of names) {
    try {
      import.meta.resolve(name);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(`${engine} needs the package ${names[0]}. Install it with: npm install ${names[0]}`);
}
