/** Run by npm before it packs or publishes a package. */
import { buildAllMissing } from './if-missing.ts';

await buildAllMissing();
