import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const PORTS = 40;
/** Says its ports, and ends when its input does. */
const PROGRAM = `
  const { freePort } = await import(process.argv[1]);
  const ports = [];
  for (let at = 0; at < ${PORTS}; at += 1) ports.push(await freePort());
  process.stdout.write(ports.join(' '));
  process.stdin.resume();
`;

it('gives no port to two processes, though nothing listens on it yet', async () => {
  const module = fileURLToPath(new URL('./free-port.ts', import.meta.url));
  const words = ['--no-warnings', '--input-type=module', '--eval', PROGRAM, module];
  const others = [1, 2].map(() => spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] }));
  const said = await Promise.all(others.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])));
  const ports = said.flatMap((line) => line.split(' ').map(Number));
  for (let at = 0; at < PORTS; at += 1) ports.push(await freePort());
  for (const { stdin } of others) stdin.end();
  expect(new Set(ports).size).toBe(3 * PORTS);
});
