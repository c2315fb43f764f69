import { parseArgs } from 'node:util';
import { type Command, plural } from '../command.ts';
import { connectionOf, createProjectApi } from '../project-api.ts';
import { describeBroken, runCheck } from './run-check.ts';

/** `footnote check`: asks the golden questions of a project through the API of a server. The exit code is 1 if one is broken. */
export async function check(command: Command): Promise<boolean> {
  const { words, env, say, signal } = command;
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { project: { type: 'string' }, server: { type: 'string' } },
  });
  if (positionals.length > 0) return false;
  const api = createProjectApi(connectionOf(values, env, 'ask and read', signal), say);
  const result = await runCheck(api, command);
  for (const { question, fault } of result.results) if (fault !== null) say(describeBroken(question, fault));
  const { asked, broken } = result;
  if (broken > 0) say(`${broken} of ${plural(asked, 'golden question')} ${broken === 1 ? 'is' : 'are'} broken.`);
  else say(asked === 1 ? 'The golden question holds.' : `All ${asked} golden questions hold.`);
  if (broken > 0) process.exitCode = 1;
  return true;
}
