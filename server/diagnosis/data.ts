import { commandLine } from '../platform/program/command-line.ts';
import { formatBytes } from '../platform/text/format-bytes.ts';
import { type Finding, findings } from './finding.ts';

/** The facts that the checks of the data directory need. */
export interface DirectoryFacts {
  path: string;
  exists: boolean;
  writable: boolean;
  /** The permission bits, such as 0o700. */
  mode: number;
  /** Free bytes on its disk. */
  free: number;
  /** With fewer free, the server takes nothing new. */
  minimum: number;
  databaseSize: number;
}

/** The facts that the checks of the database need. */
export interface DatabaseState {
  /** Why a start would refuse it, with a line for each remedy; null if it would not. */
  refusal: string | null;
  /** 0 if there is no database yet. */
  schema: number;
  supportedSchema: number;
  /** One sentence for each problem. */
  problems: string[];
  sources: number;
  /** Originals that rows refer to and that are missing on disk. */
  lostOriginals: number;
  /** Originals that no row refers to, which a start has moved aside. */
  orphanedOriginals: number;
  /** Jobs that have been due for an hour and that no process holds. */
  stuckJobs: number;
  serverRuns: boolean;
}

const DAY = 24 * 60 * 60_000;
const BACKUP_DAYS = 7;

/** Checks that the server can write to the directory, that no other user can read it, and that its disk has free space. */
export function checkDirectory(options: DirectoryFacts): Finding[] {
  const { path, exists, writable, mode, free, minimum, databaseSize } = options;
  const directory = findings('data directory');
  if (!exists)
    return [directory.problem(`There is no ${path}.`, 'Set DATA_DIR to the server’s, or start the server once.')];
  const disk = findings('disk');
  const room = `${formatBytes(free)} free, ${formatBytes(databaseSize)} of database`;
  return [
    !writable
      ? directory.problem(
          `This user may not write to ${path}.`,
          'Run this as the user of the server, or give it the directory (chown).',
        )
      : (mode & 0o077) !== 0
        ? directory.warning(
            `Other users can read ${path} (mode ${mode.toString(8)}).`,
            `Deny them access: chmod 700 ${path}`,
          )
        : directory.ok(`${path} is writable, and other users cannot read it.`),
    free < Math.max(minimum, 200e6)
      ? disk.problem(
          `${room}.`,
          `Free some space: with less than ${formatBytes(minimum)} free, the server takes no documents here and keeps no new conversations. Questions are answered.`,
        )
      : free < 1e9 + databaseSize
        ? disk.warning(`${room}.`, 'Free some space: a schema migration copies the database first.')
        : disk.ok(`${room}.`),
  ];
}

/** A start says the same: what is wrong, and then what can be done. */
export function refusedDatabase(refusal: string): Finding {
  const [what = '', ...remedies] = refusal.split('\n').map((line) => line.trim());
  return findings('database').problem(what, remedies.join(' ') || 'The server does not start until then.');
}

/** Checks the schema version of the database, its integrity and its jobs. */
export function checkDatabase(state: DatabaseState): Finding[] {
  if (state.refusal !== null) return [refusedDatabase(state.refusal)];
  const schema = findings('schema');
  if (state.schema === 0)
    return [schema.warning('There is no database yet.', `Start the server: ${commandLine('start')}`)];
  return [
    state.schema > state.supportedSchema
      ? schema.problem(
          `The database has schema version ${state.schema}; this version of Footnote supports up to ${state.supportedSchema}.`,
          'Use the newer version of Footnote that wrote it.',
        )
      : state.schema < state.supportedSchema
        ? schema.warning(
            `The database has schema version ${state.schema}; this version of Footnote migrates it to ${state.supportedSchema}.`,
            'Start this version of the server: it copies the database first.',
          )
        : schema.ok(`Version ${state.schema}.`),
    ...checkContents(state),
  ];
}

function checkContents(options: DatabaseState): Finding[] {
  const { problems, lostOriginals, orphanedOriginals, stuckJobs, serverRuns } = options;
  const [database, originals, jobs] = [findings('database'), findings('originals'), findings('jobs')];
  return [
    problems.length > 0
      ? database.problem(
          problems.join(' '),
          `Stop the server and restore the last backup: ${commandLine('restore FILE --force')}`,
        )
      : database.ok('The database is intact, and every passage is in both indexes.'),
    lostOriginals > 0
      ? originals.problem(
          `${lostOriginals} that the database refers to are missing on disk.`,
          'Those sources still answer, but cannot be processed again: restore a backup, or upload them again.',
        )
      : originals.ok('None is missing.'),
    ...checkOrphans(orphanedOriginals, 'are in uploads-orphaned. Each is deleted 30 days after it was moved there.'),
    stuckJobs > 0
      ? jobs.warning(
          `${stuckJobs} sources have been waiting to be processed for an hour.`,
          serverRuns ? 'Look at the server’s log, and restart it.' : 'The server does not run: start it.',
        )
      : jobs.ok(serverRuns ? 'None is stuck.' : 'None is waiting; the server does not run.'),
  ];
}

/** Reports originals that no row refers to. `kept`: where, and how long. */
export function checkOrphans(count: number, kept: string): Finding[] {
  if (count === 0) return [];
  return [
    findings('originals').warning(
      `${count} originals that the database knows no source for ${kept}`,
      'If sources are missing, put the right database back or restore a backup; else nothing has to be done.',
    ),
  ];
}

/** Checks when the last backup was made, and whether the last scheduled one failed. */
export function checkBackup(
  last: { at: number } | null,
  scheduled: { at: number; error: string | null } | null,
  sources: number,
  now: number,
): Finding {
  const { ok, warning } = findings('backup');
  const how = `Make one, every night, to another machine, in the console or with: ${commandLine('backup FILE')}`;
  if (scheduled?.error && scheduled.at > (last?.at ?? 0)) {
    const day = new Date(scheduled.at).toISOString().slice(0, 16).replace('T', ' at ');
    return warning(`The scheduled backup of ${day} UTC failed: ${scheduled.error}`, 'It is tried again every hour.');
  }
  if (last === null)
    return sources === 0 ? ok('There is nothing to back up yet.') : warning('No backup has been made yet.', how);
  const days = Math.floor((now - last.at) / DAY);
  if (days > BACKUP_DAYS) return warning(`The last one is ${days} days old.`, how);
  return ok(
    days === 0 ? 'The last one is less than a day old.' : `The last one is ${days} ${days === 1 ? 'day' : 'days'} old.`,
  );
}
