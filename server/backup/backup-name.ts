/** Where a backup comes from: a click, the schedule, an upload, or something else, such as the command `backup`. */
export type BackupOrigin = 'console' | 'schedule' | 'upload' | 'other';

const NAME = /^[0-9A-Za-z][\w.-]{0,150}\.fnb$/;
const NAMED = /^footnote-(scheduled-|uploaded-)?\d{4}-\d\d-\d\dT\d{6}Z\.fnb$/;
const PREFIXES = { console: '', schedule: 'scheduled-', upload: 'uploaded-' } as const;

/** Whether a file in a folder of backups is one of them. No such name leads out of the folder. */
export const isBackupFile = (name: string): boolean => NAME.test(name);

/** The name of a backup of this moment: `footnote-scheduled-2026-11-24T030000Z.fnb`. */
export function backupName(origin: Exclude<BackupOrigin, 'other'>, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  return `footnote-${PREFIXES[origin]}${time}.fnb`;
}

export function originOf(name: string): BackupOrigin {
  const [all, prefix] = NAMED.exec(name) ?? [];
  if (all === undefined) return 'other';
  if (prefix === undefined) return 'console';
  return prefix === PREFIXES.upload ? 'upload' : 'schedule';
}
