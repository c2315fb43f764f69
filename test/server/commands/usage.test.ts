import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, type CommandName } from '../../../server/commands/usage.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';

/** The words after each command that choose what it does. */
const SUBCOMMANDS: Partial<Record<CommandName, string[]>> = {
  users: ['reset-password', 'make-operator', 'list', 'deactivate', 'reactivate', 'unlink'],
  models: ['list', 'pull', 'verify', 'use', 'remove'],
  engines: ['list', 'add', 'remove'],
  answers: ['export', 'import'],
  webhooks: ['list', 'add', 'deliveries', 'redeliver', 'remove'],
};

/** A data directory that cannot be made: what asks for help only must not need one. */
const run = (...words: string[]) => runCommand(words, { DATA_DIR: '/dev/null/data', PORT: 'none' });

describe('footnote', () => {
  it.each(['--version', '-v'])('%s prints the version and nothing else', async (spelling) => {
    const { version } = JSON.parse(readFileSync('server/package.json', 'utf8'));
    expect(await run(spelling)).toMatchObject({ code: 0, out: `${version}\n`, errorOut: '' });
  });

  it.each(['help', '--help', '-h'])(
    '%s prints all commands, each with what it does, and all settings',
    async (word) => {
      const { code, out, errorOut } = await run(word);
      expect([code, errorOut]).toEqual([0, '']);
      for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  ${name} .*\\S`, 'm'));
      expect(out).toContain('RATE_LIMIT_CHAT');
    },
  );

  it.each(COMMAND_NAMES)('%s --help prints that command and does nothing else, as -h does', async (name) => {
    const help = await run(name, '--help');
    expect([help.code, help.errorOut]).toEqual([0, '']);
    expect(help.out).toMatch(new RegExp(`^Usage: npx footnote ${name} .*\n\n  ${name}\\b`));
    for (const word of SUBCOMMANDS[name] ?? []) expect(help.out).toContain(word);
    expect(help.out).not.toContain('RATE_LIMIT_CHAT');
    // Also after what the command does, and an argument.
    const [does] = SUBCOMMANDS[name] ?? [];
    if (does !== undefined) expect(await run(name, does, 'x', '-h')).toEqual(help);
  });

  it('shows how a command is used that was used in another way', async () => {
    const { out: help } = await run('users', '--help');
    expect(await runCommand(['users', 'lst'], {})).toMatchObject({ code: 2, out: '', errorOut: help });
  });
});
