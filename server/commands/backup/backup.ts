import { parseArgs } from 'node:util';
import type { BackupManifest } from '../../backup/backup-manifest.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { noteBackup } from '../../diagnosis/last-backup.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { type Command, plural, withProgress } from '../command.ts';
import { assertEmbedded } from '../existing-store.ts';

/** `footnote backup FILE [--force]`: writes a backup, also while the server runs. */
export async function backup(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) return false;
  const { env, say, signal } = command;
  assertEmbedded(env, 'Use pg_dump, and keep a copy of DATA_DIR.');
  const began = performance.now();
  const { size, counts, originals, lost } = await withProgress(command, (progress) =>
    writeBackup({ dataDir: env.dataDir, file, force: values.force, onProgress: progress.show, signal }),
  );
  await noteBackup(env.dataDir, { at: Date.now(), file, size });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${file}: ${formatBytes(size)}, written and read back in ${seconds} s.`);
  say(`In it: ${contentsOf(counts)}, ${plural(originals, 'original')}.`);
  if (lost > 0) say(`Missing on disk: ${plural(lost, 'original')}. See: ${commandLine('doctor')}`);
  say('Not in it: the secret that signs logins, and models. Keep it as safe as the data itself.');
  return true;
}

/** For example "1 account, 2 projects, …". */
export function contentsOf({ accounts, projects, sources, passages, conversations }: BackupManifest['counts']): string {
  return [
    plural(accounts, 'account'),
    plural(projects, 'project'),
    plural(sources, 'source'),
    plural(passages, 'passage'),
    plural(conversations, 'conversation'),
  ].join(', ');
}
