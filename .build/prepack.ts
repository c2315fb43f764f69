/** Run by npm before it packs or publishes a package: `node .build/prepack.ts server|sdk|widget`. */
import { buildAllMissing } from './if-missing.ts';
import { includeWidget } from './packages.ts';

await buildAllMissing();
if (process.argv[2] === 'server') await includeWidget();
