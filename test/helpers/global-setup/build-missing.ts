import { buildAllMissing } from '../../../.build/if-missing.ts';

/** Builds missing parts before all tests: tests that start the real server or open a page in a browser use the build. */
export const setup = (): Promise<void> => buildAllMissing();
