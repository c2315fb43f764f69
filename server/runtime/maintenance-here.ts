import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { ServerRestart } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { installation } from '../platform/program/installation.ts';
import { type Maintenance, maintenanceOf } from '../platform/program/maintenance.ts';

/** The commands that look after this server, on its machine. */
export const maintenanceHere = ({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): Maintenance =>
  maintenanceOf({
    installation: installation(),
    host: hostname(),
    dataDir: resolve(dataDir),
    shared: databaseUrl !== null,
    target: `${process.platform}-${process.arch}`,
  });

/** How this server is restarted. */
export function serverRestart(env: Pick<Env, 'dataDir' | 'databaseUrl' | 'supervised'>): ServerRestart {
  const { command, stopFirst } = maintenanceHere(env).restart;
  return { supervised: env.supervised, command, stop_first: stopFirst };
}
