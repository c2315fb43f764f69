import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Env } from '../config/env.ts';
import { parseEngineId } from '../engines/engine-id.ts';
import { type Moved, move } from '../store/move/move.ts';
import type { MoveEndpoint } from '../store/move/move-endpoint.ts';
import { openPostgresEndpoint, redactAddress } from '../store/postgres/move-endpoint.ts';
import { openSqliteEndpoint } from '../store/sqlite/move-endpoint.ts';
import { type Command, plural, withProgress } from './command.ts';

/**
 * `footnote migrate --to postgres://…` copies DATA_DIR without its models into an empty Postgres database, and `--from` copies
 * a database into an empty DATA_DIR. No server may use either of them meanwhile. The source is not changed. After an
 * interruption, the same command continues.
 */
export async function migrate(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  });
  const url = values.to ?? values.from;
  if (url === undefined || (values.to !== undefined && values.from !== undefined) || positionals.length > 0)
    return false;
  assertAddress(url);
  const { env, log, say, signal } = command;
  const dataDir = resolve(env.dataDir);
  const leaving = values.to !== undefined;
  const sqlite = await openSqliteEndpoint(dataDir, leaving ? 'from' : 'to');
  try {
    const postgres = await openPostgresEndpoint(url, leaving ? 'to' : 'from', log);
    try {
      const [from, to]: [MoveEndpoint, MoveEndpoint] = leaving ? [sqlite, postgres] : [postgres, sqlite];
      const moved = await withProgress(command, (progress) =>
        move({
          from,
          to,
          signal,
          onProgress: (done, total) => progress.show(done, total),
        }),
      );
      for (const line of contentsOf(moved, to.name)) say(line);
      say(
        'Everybody has to log in again there, and all widget tokens are invalid. Passwords and API keys stay the same.',
      );
    } finally {
      await postgres.close();
    }
  } finally {
    await sqlite.close();
  }
  say(
    leaving ? nextStepFor(url, env) : `To use it, start the server with DATA_DIR=${dataDir} and without DATABASE_URL.`,
  );
  return true;
}

function assertAddress(url: string): void {
  const { protocol = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  if (/^postgres(?:ql)?:$/.test(protocol) && pathname.length > 1) return;
  throw new Error('the address of the database must look like postgres://user:password@host:5432/name.');
}

/** The tables whose rows are reported, with the noun for one row. */
const REPORTED_TABLES: [table: string, what: string][] = [
  ['users', 'account'],
  ['projects', 'project'],
  ['sources', 'source'],
  ['chunks', 'passage'],
  ['conversations', 'conversation'],
];

function contentsOf({ rows, files, lostFiles, embedder, resumed }: Moved, where: string): string[] {
  const counts = REPORTED_TABLES.map(([table, what]) => plural(rows.get(table) ?? 0, what));
  const lines = [
    `Everything is in ${where}, compared row by row: ${counts.join(', ')}, ${plural(files, 'original')}.`,
    ...(resumed ? ['It continued an interrupted move.'] : []),
  ];
  if (lostFiles > 0) lines.push(`Missing already: ${plural(lostFiles, 'original')}.`);
  // A choice made with "models use" stays behind in the data directory; with another embedder, everything would be embedded
  // again.
  if (embedder !== null && parseEngineId(embedder)?.engine !== 'builtin') {
    lines.push(`Its vectors were made by ${embedder}: give each server the same EMBEDDER and EMBEDDER_MODEL.`);
  }
  return lines;
}

/** Leaves out the password, as the output may be logged. */
function nextStepFor(url: string, { dataDir, jwtSecret }: Env): string {
  const hidden = new URL(url).password === '' ? '' : ', with its password';
  const secret = jwtSecret === null ? ' and a JWT_SECRET (make one: openssl rand -base64 48)' : '';
  return `To use it, start the server with DATABASE_URL=${redactAddress(url)}${hidden}${secret}. ${resolve(dataDir)} is unchanged; keep it until you have checked that everything works.`;
}
