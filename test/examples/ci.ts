/** Runs the files of examples/docs-sync as the runners of GitHub and GitLab do: each step's lines in a shell of its own. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/docs-sync');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Texts = Record<string, string>;

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  with?: Texts;
  env?: Texts;
  run?: string;
}

export const ACTION: {
  inputs: Record<string, { required?: boolean; default?: string }>;
  runs: { using: string; steps: Step[] };
} = parse(read('.github/actions/docs-sync/action.yml'));

export const WORKFLOW: {
  on: object;
  permissions: Texts;
  concurrency: Texts;
  jobs: Record<string, { if: string; permissions?: Texts; steps: Step[] }>;
} = parse(readFileSync(join(EXAMPLE, 'github-actions.yml'), 'utf8'));

interface GitlabJob {
  resource_group?: string;
  variables: Texts;
  before_script: string[];
  script: string[];
  after_script?: string[];
}

export const [TEMPLATE_SPEC, TEMPLATE] = parseAllDocuments(read('.gitlab/docs-sync.yml')).map((part) =>
  part.toJS(),
) as [{ spec: { inputs: Record<string, { default?: string }> } }, Record<string, GitlabJob>];

const [INCLUDED] = parse(readFileSync(join(EXAMPLE, 'gitlab-ci.yml'), 'utf8')).include;

export interface Ended {
  code: number;
  log: string;
}

/** Where a pipeline runs. */
export interface Place {
  /** The checkout. */
  folder: string;
  /** A folder with programs that come before those of the machine. */
  programs: string;
}

function shell(lines: string, { folder, programs }: Place, env: Texts): Promise<Ended> {
  const options = { cwd: folder, env: { ...env, PATH: `${programs}:${process.env.PATH}` } };
  return new Promise((resolve) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, log: stdout + stderr }),
    );
  });
}

/** What expressions of a workflow may name. */
interface Context {
  github: object;
  vars: Texts;
  secrets: Texts;
  inputs: Texts;
  steps: Record<string, { outputs: Texts }>;
}

const valueAt = (path: string, context: object): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], context);

/** The expressions that the files have: names, comparisons with a text, and both joined. */
function evaluate(expression: string, context: object): unknown {
  const parts = expression.split(' && ').map((part) => {
    if (part === '!cancelled()') return true;
    const [, path, operator, text] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (path === undefined) return /^[\w.-]+$/.test(part) ? valueAt(part, context) : expectKnown(part);
    return ((valueAt(path, context) ?? '') === text) === (operator === '==');
  });
  return parts.length === 1 ? parts[0] : parts.every(Boolean);
}

function expectKnown(part: string): never {
  throw new Error(`This test does not know the expression ${part}.`);
}

const filled = (texts: Texts = {}, context: object): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      String(text).replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression) => String(evaluate(expression, context) ?? '')),
    ]),
  );

/** What a workflow on GitHub is about, and what it may use. */
export interface GithubRun {
  event: string;
  payload: { number?: number; pull_request?: { head: { repo: { full_name: string } | null } } };
  vars: Texts;
  secrets: Texts;
  /** The address of the forge's API, and others of a runner's own variables. */
  variables: Texts;
}

/** Runs the action once with some inputs, and returns also what it wrote for the page of the job. */
export async function runAction(place: Place, run: GithubRun, given: Texts): Promise<Ended & { jobSummary: string }> {
  const unknown = Object.keys(given).filter((name) => !(name in ACTION.inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
  const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default ?? '']);
  const context: Context = {
    github: { event_name: run.event, event: run.payload, token: 'secret' },
    vars: run.vars,
    secrets: run.secrets,
    inputs: { ...Object.fromEntries(defaults), ...given },
    steps: {},
  };
  const temporary = join(place.programs, '..');
  const paths = { event: join(temporary, 'event.json'), page: join(temporary, 'page.md') };
  writeFileSync(paths.event, JSON.stringify(run.payload));
  rmSync(paths.page, { force: true });
  const ended = { code: 0, log: '' };
  for (const [at, step] of ACTION.runs.steps.entries()) {
    const condition = step.if?.replace(/^\$\{\{ (.*) \}\}$/, '$1') ?? '';
    // Without a function about it, a step runs only if none before it has failed.
    if (ended.code !== 0 && !condition.includes('cancelled()')) continue;
    if ((condition !== '' && !evaluate(condition, context)) || step.run === undefined) continue;
    const output = join(temporary, `output-${at}`);
    writeFileSync(output, '');
    const { code, log } = await shell(step.run, place, {
      ...run.variables,
      GITHUB_EVENT_NAME: run.event,
      GITHUB_EVENT_PATH: paths.event,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: paths.page,
      RUNNER_TEMP: temporary,
      ...filled(step.env, context),
    });
    ended.code ||= code;
    ended.log += log;
    const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    if (step.id !== undefined) context.steps[step.id] = { outputs };
  }
  return { ...ended, jobSummary: existsSync(paths.page) ? readFileSync(paths.page, 'utf8') : '' };
}

/** Runs the jobs of the workflow that an event starts, with another server. */
export async function runWorkflow(place: Place, run: GithubRun, server: string): Promise<Ended> {
  const ended = { code: 0, log: '' };
  const context = { github: { event_name: run.event, token: 'secret' }, vars: run.vars, secrets: run.secrets };
  for (const job of Object.values(WORKFLOW.jobs)) {
    if (!evaluate(job.if, context)) continue;
    for (const step of job.steps) {
      if (!step.uses?.includes('/.github/actions/docs-sync@') || ended.code !== 0) continue;
      const { code, log } = await runAction(place, run, { ...filled(step.with, context), server });
      ended.code = code;
      ended.log += log;
    }
  }
  return ended;
}

/** Runs a job of the template with the inputs of the example, or with others. `variables`: those of the project in GitLab. */
export async function runGitlabJob(place: Place, name: string, variables: Texts, given: Texts = {}): Promise<Ended> {
  const { inputs } = TEMPLATE_SPEC.spec;
  const all: Texts = { ...INCLUDED.inputs, ...given };
  const unknown = Object.keys(all).filter((input) => !(input in inputs));
  if (unknown.length > 0) throw new Error(`The template has no input ${unknown.join(', ')}.`);
  const inputOf = (input: string) => {
    const value = all[input] ?? inputs[input]?.default;
    if (value === undefined) throw new Error(`The template needs the input ${input}.`);
    return value.replaceAll(/\$(\w+)/g, (_, variable) => variables[variable] ?? '');
  };
  const { '.footnote-sync': shared, [name]: job } = TEMPLATE;
  if (!shared || !job) throw new Error(`There is no job ${name}.`);
  const env = Object.fromEntries(
    Object.entries(shared.variables).map(([variable, value]) => [
      variable,
      value.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, input) => inputOf(input)),
    ]),
  );
  const script = await shell([...shared.before_script, ...job.script].join('\n'), place, { ...env, ...variables });
  const after = await shell((job.after_script ?? []).join('\n'), place, { ...env, ...variables });
  // What comes after a job does not let it fail.
  return { code: script.code, log: script.log + after.log };
}
