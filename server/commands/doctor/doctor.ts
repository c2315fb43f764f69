import { parseArgs } from 'node:util';
import { ask } from '../../diagnosis/ask.ts';
import type { Finding } from '../../diagnosis/finding.ts';
import { checkPublicAddress } from '../../diagnosis/public-address.ts';
import { packageVersion } from '../../platform/program/package-version.ts';
import type { Command } from '../command.ts';
import { serverRoot } from '../project-api.ts';
import { examine } from './examine.ts';

const VERDICT_LABELS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

/**
 * `footnote doctor [--url URL] [--origin ORIGIN] [--json]`: checks the installation and advises on what to do, whether the
 * server runs or not. The exit code is 1 if there is a problem.
 */
export async function doctor(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { url: { type: 'string' }, origin: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) return false;
  const { env, say, signal } = command;
  const url = addressOf(values.url ?? env.publicUrl, values.origin !== undefined);
  const found = await examine(env, signal);
  if (url !== null) {
    const version = await packageVersion('@footnote/server');
    found.push(...(await checkPublicAddress({ url, version, origin: values.origin ?? null }, ask)));
  }
  say(values.json ? JSON.stringify({ findings: found }, null, 2) : formatFindings(found, url));
  if (found.some(({ verdict }) => verdict === 'problem')) process.exitCode = 1;
  return true;
}

/** Throws if the text is not an HTTP address. */
function addressOf(text: string | null, needed: boolean): string | null {
  if (text === null && needed) throw new Error('--origin needs the address of the server: add --url.');
  if (text === null) return null;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error(`${text} is not an address such as https://chat.example.com.`);
  return serverRoot(text);
}

function formatFindings(found: Finding[], url: string | null): string {
  const width = Math.max(...found.map(({ check }) => check.length));
  const lines = found.flatMap(({ check, verdict, found: what, advice }) => [
    `${VERDICT_LABELS[verdict]}  ${check.padEnd(width)}  ${what}`,
    ...(advice === null ? [] : [`${''.padEnd(width + 11)}→ ${advice}`]),
  ]);
  const count = (verdict: Finding['verdict']) => found.filter((one) => one.verdict === verdict).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const sum =
    problems + warnings === 0
      ? 'All is well.'
      : `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
  const rest = url === null ? ['The public address was not checked: add --url https://… to do so.'] : [];
  return [...lines, '', sum, ...rest].join('\n');
}
