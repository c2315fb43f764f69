import { toolPackages, toolProgram } from '../../.build/tools.ts';

/** The program of a tool that is installed at its first use. Null, with the reason on standard error, where that cannot be done. */
export const toolOrNull = (name: string): Promise<string | null> => orNull(name, toolProgram(name));

/** The folder of the packages that are installed with the tools, or null. `what` is what they are for. */
export const toolPackagesOrNull = (what: string): Promise<string | null> => orNull(what, toolPackages());

const orNull = (what: string, installing: Promise<string>) =>
  installing.catch((error: Error) => {
    process.stderr.write(`Skipped, as ${what} could not be installed: ${error.message}\n`);
    return null;
  });
