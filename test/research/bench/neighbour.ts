import { fork } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { fillWithGuide, QUESTIONS } from './guide.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import type { Attack, Target } from './neighbour-attack.ts';
import { startSubject, withDirectory, withSubject } from './subject.ts';
import { withModelStub } from './with-model-stub.ts';

/** The hostile tenant has as many projects and keys as it needs for more than a server can do. */
const HOSTILE = { projects: 12, keys: 10 };
/** The other one has as many as it needs to stay below its own limits. */
const QUIET = { projects: 8, keys: 12 };
const ATTACKS: { attack: Attack; who: string }[] = [
  { attack: 'processor', who: 'asks long questions and uploads texts' },
  { attack: 'disk', who: 'uploads files of 40 MB' },
  { attack: 'slots', who: 'names pages that never come' },
  { attack: 'sockets', who: 'opens 3,000 connections' },
  { attack: 'streams', who: 'reads none of the answers that a model writes' },
];
const DEFAULT_LIMITS = {
  RATE_LIMIT_GENERAL: '60',
  RATE_LIMIT_CHAT: '60',
  RATE_LIMIT_INGESTION: '10',
  TRUST_PROXY: '0',
  SCRAPE_ALLOW_CIDRS: '127.0.0.0/8',
};
/** How long an answer of the model takes, of which it writes two at a time. */
const PACE = { first: 100, rest: 300 };
const ASK_EVERY_MS = 500;
const UPLOAD_EVERY_MS = 1_000;
const ALONE_MS = 20_000;
const ATTACK_MS = 40_000;
/** Until the attack has reached its full strength. */
const LEAD_MS = 5_000;
/** Milliseconds after which a source counts as never read. */
const PATIENCE = 30_000;
const MAX_RATIO = 3;

/** Milliseconds, infinity for what was refused or did not come. */
interface Observed {
  answers: number[];
  sources: number[];
}

interface Tenant {
  projects: Target['projects'];
}

async function makeTenant(owner: Footnote, { projects, keys }: { projects: number; keys: number }): Promise<Tenant> {
  const made: Tenant['projects'] = [];
  for (let at = 0; at < projects; at += 1) {
    const { id } = await owner.projects.create({ name: `Project ${at}`, allowed_origins: [] });
    const own: string[] = [];
    for (let key = 0; key < keys; key += 1) own.push((await owner.projects.apiKeys.create(id)).key);
    made.push({ id, keys: own });
  }
  return { projects: made };
}

/** A data directory with both tenants. The quiet one's first project has the guide, the hostile one's too. */
async function prepare(directory: string): Promise<{ quiet: Tenant; hostile: Tenant }> {
  return withSubject(
    directory,
    async (subject) => {
      const baseURL = `${subject.server.origin}/v1`;
      const ownerOf = (accessToken: string) => new Footnote({ baseURL, accessToken });
      const stranger = { email: 'hostile@example.com', password: 'a password for the bench' };
      const guest = new Footnote({ baseURL });
      await guest.auth.register({ ...stranger, name: 'Hostile' });
      const hostile = await makeTenant(ownerOf((await guest.auth.login(stranger)).access_token), HOSTILE);
      const quiet = await makeTenant(ownerOf(subject.accessToken), QUIET);
      for (const { projects } of [quiet, hostile]) {
        const apiKey = projects[0]?.keys[0] ?? '';
        await fillWithGuide({ ...subject, apiKey, footnote: new Footnote({ baseURL, apiKey }) });
      }
      return { quiet, hostile };
    },
    { REGISTRATION: 'open' },
  );
}

/** Does something at fixed times until the time is over. Returns what each took, infinity where it failed. */
async function every(interval: number, duration: number, work: (at: number) => Promise<unknown>): Promise<number[]> {
  const runs: Promise<number>[] = [];
  for (let at = 0; at * interval < duration; at += 1) {
    const began = performance.now();
    const run = work(at).then(
      () => performance.now() - began,
      () => Number.POSITIVE_INFINITY,
    );
    runs.push(run);
    await sleep(interval);
  }
  return Promise.all(runs);
}

/** What a tenant sees who asks twice a second and adds a text each second. */
async function observe(origin: string, { projects }: Tenant, duration: number): Promise<Observed> {
  const client = (apiKey: string) => new Footnote({ baseURL: `${origin}/v1`, apiKey, maxRetries: 0 });
  const clients = projects.map(({ keys }) => keys.map(client));
  const askers = clients[0] ?? [];
  const writers = clients.slice(1);
  let turns = 0;
  const ask = async (at: number) => {
    const asker = askers[at % askers.length];
    await asker?.chat.create(projects[0]?.id ?? '', { query: QUESTIONS[at % QUESTIONS.length] ?? '' });
  };
  const add = async (at: number) => {
    const own = writers[at % writers.length] ?? [];
    const next = () => own[turns++ % own.length] as Footnote;
    const text = `The lamp of pier ${at} is violet.`;
    const { id } = await next().sources.addText({ title: `Lamp ${at}`, text });
    const deadline = performance.now() + PATIENCE;
    for (let pause = 20; ; pause = Math.min(500, pause * 1.3)) {
      const { status } = await next().sources.retrieve(id);
      if (status === 'completed') return;
      if (status === 'failed' || performance.now() > deadline) throw new Error(`The source is ${status}.`);
      await sleep(pause);
    }
  };
  const [answers, sources] = await Promise.all([
    every(ASK_EVERY_MS, duration, ask),
    every(UPLOAD_EVERY_MS, duration, add),
  ]);
  return { answers, sources };
}

/** Compares what the quiet tenant sees alone and under an attack, on a server of its own. */
async function measureAttack(
  template: string,
  { quiet, hostile }: { quiet: Tenant; hostile: Tenant },
  { attack, who }: (typeof ATTACKS)[number],
  model: Record<string, string>,
): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const data = join(directory, 'data');
    await cp(template, data, { recursive: true });
    const server = await startSubject(data, { ...DEFAULT_LIMITS, ...model });
    const attacker = fork(fileURLToPath(new URL('./neighbour-attack.ts', import.meta.url)), [attack]);
    try {
      await observe(server.origin, quiet, LEAD_MS);
      const alone = await observe(server.origin, quiet, ALONE_MS);
      attacker.send({ port: Number(new URL(server.origin).port), projects: hostile.projects } satisfies Target);
      await sleep(LEAD_MS);
      const attacked = await observe(server.origin, quiet, ATTACK_MS);
      return [
        report(`an answer while another tenant ${who} / alone`, alone.answers, attacked.answers),
        report(`a new text while another tenant ${who} / alone`, alone.sources, attacked.sources),
      ];
    } finally {
      attacker.kill('SIGKILL');
      await server.stop();
    }
  });
}

function report(what: string, alone: number[], attacked: number[]): Measurement {
  const lost = attacked.filter((time) => !Number.isFinite(time)).length;
  const show = (values: number[]) => `p50 ${round(percentile(values, 0.5))}, p95 ${round(percentile(values, 0.95))} ms`;
  const ratio = percentile(attacked, 0.95) / percentile(alone, 0.95);
  return {
    what: `${what} (${lost} of ${attacked.length} refused or never done)`,
    floor: show(alone),
    measured: show(attacked),
    ratio,
    target: `p95 ≤ ${MAX_RATIO} ×`,
    verdict: verdict(ratio <= MAX_RATIO),
  };
}

/** Measures what a hostile tenant can do to another one. */
export async function measureNeighbour(): Promise<Measurement[]> {
  return withModelStub((stub) => {
    stub.setPace(PACE);
    const model = {
      ANSWERER: 'openai',
      ANSWERER_URL: `${stub.origin}/v1`,
      ANSWERER_MODEL: 'stub',
      ANSWERER_CONCURRENCY: '2',
    };
    return withDirectory(async (template) => {
      const tenants = await prepare(template);
      const measurements: Measurement[] = [];
      for (const one of ATTACKS)
        measurements.push(...(await measureAttack(template, tenants, one, one.attack === 'streams' ? model : {})));
      return measurements;
    });
  });
}
