import { afterAll } from 'vitest';
import { runAfterFile } from './after-file.ts';

// Vitest runs this once for each file.
afterAll(runAfterFile);
