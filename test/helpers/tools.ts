import { toolProgram } from '../../.build/tools.ts';

/** The program of a tool that is installed at its first use. Null, with the reason on standard error, where that cannot be done. */
export const toolOrNull = (name: string): Promise<string | null> =>
  toolProgram(name).catch((error: Error) => {
    process.stderr.write(`Skipped, as ${name} could not be installed: ${error.message}\n`);
    return null;
  });
