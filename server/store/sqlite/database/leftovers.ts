import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../../platform/program/command-line.ts';
import { utcDay } from '../../../platform/utc-day.ts';
import { ORPHANS_FOLDER, UPLOADS_FOLDER } from '../../files/local-files.ts';
import { contentOf, type DatabaseContent } from './database-facts.ts';

/** What a data directory holds of a server whose database is not there. */
export interface Leftovers {
  /** Originals of sources. */
  originals: number;
  /** The names of backups and of copies before migrations, the newest last. */
  backups: string[];
  /** The secret that signs tokens, which a start generates after it has made the database. */
  secret: boolean;
  /** The log of an embedded database, or, for Postgres, the embedded database itself. */
  others: string[];
}

const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Whether there is no embedded database: the file is missing, has no byte, or has no tables. */
export const isEmptyDatabase = (dataDir: string): boolean => EMPTY.has(contentOf(join(dataDir, 'footnote.db')));
const EMPTY: ReadonlySet<DatabaseContent> = new Set(['missing', 'empty', 'no tables']);

/** What is in the directory, although there is no database that knows of it; null for nothing. */
export function findLeftovers(dataDir: string): Leftovers | null {
  const backups = join(dataDir, 'backups');
  const changed = (name: string) => statSync(join(backups, name)).mtimeMs;
  const found: Leftovers = {
    originals: [UPLOADS_FOLDER, ORPHANS_FOLDER].flatMap((folder) => namesIn(join(dataDir, folder))).length,
    backups: namesIn(backups)
      .filter((name) => !name.startsWith('.') && !name.endsWith('.part'))
      .sort((one, other) => changed(one) - changed(other)),
    secret: sizeOf(join(dataDir, 'signing-secret')) > 0,
    others: databaseFiles(dataDir),
  };
  const isNothing = found.originals + found.backups.length + found.others.length === 0 && !found.secret;
  return isNothing ? null : found;
}

/** The log of a database without tables was read with it, and holds nothing. */
function databaseFiles(dataDir: string): string[] {
  const content = contentOf(join(dataDir, 'footnote.db'));
  const names = content === 'no tables' ? [] : ['footnote.db', 'footnote.db-wal'];
  return names.filter((name) => sizeOf(join(dataDir, name)) > 0);
}

/**
 * Says that a start would begin with an empty database beside the data of a server, and what can be done. The start must end with
 * it: everything that the missing database knows of would look like rubbish to the new one.
 */
export function refuseToBegin(dataDir: string, missing: string, advice: string, found: Leftovers): Error {
  return new Error(
    [
      `${missing}, but ${dataDir} holds ${list(describe(found))}. Nothing was changed.`,
      ...[advice, newestBackup(dataDir, found)].filter((line) => line !== null).map((line) => `  ${line}`),
      `  To begin with an empty server, run ${commandLine('begin-empty')}: it moves what is there into a folder named replaced-….`,
    ].join('\n'),
  );
}

function describe({ originals, backups, secret, others }: Leftovers): string[] {
  return [
    ...others,
    ...(originals > 0 ? [`${originals} ${originals === 1 ? 'original' : 'originals'} of sources (uploads)`] : []),
    ...(backups.length > 0 ? [`${backups.length} ${backups.length === 1 ? 'backup' : 'backups'} (backups)`] : []),
    ...(secret ? ['the signing secret'] : []),
  ];
}

function newestBackup(dataDir: string, { backups }: Leftovers): string | null {
  const name = backups.at(-1);
  if (name === undefined) return null;
  const path = join(dataDir, 'backups', name);
  const day = utcDay(statSync(path).mtimeMs);
  // A copy before a migration is a database, not an archive.
  if (name.endsWith('.sqlite'))
    return `The newest backup, of ${day}, is a database: copy ${path} to ${join(dataDir, 'footnote.db')}.`;
  return `The newest backup is of ${day}. To restore it: ${commandLine(`restore ${path} --force`)}`;
}

const list = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
