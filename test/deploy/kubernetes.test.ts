import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { envDefaults } from '../../server/config/env-variables.ts';
import { DRAIN } from '../../server/http/listen.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(ROOT, 'examples/deploy/kubernetes/footnote.yaml'), 'utf8');

/** Where Kubernetes' own types of these kinds are: those of its OpenAPI document. */
const TYPES: Record<string, string> = {
  'apps/v1 Deployment': 'apps/v1',
  'v1 Service': 'core/v1',
  'policy/v1 PodDisruptionBudget': 'policy/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
};

interface Manifest {
  apiVersion: string;
  kind: string;
}

const parsed = parseAllDocuments(text);
const manifests = parsed.map((document) => document.toJS() as Manifest);
// biome-ignore lint/suspicious/noExplicitAny: the compiler has checked its shape below.
const of = (kind: string): any => manifests.find((manifest) => manifest.kind === kind);

// In the project, so that the compiler finds the types.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/manifest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler finds in these manifests: unknown and missing fields, and values of another type. */
function faults(documents: Manifest[]): string {
  const file = join(folder, 'manifests.ts');
  const written = documents.map(({ apiVersion, kind, ...rest }, at) => {
    const path = TYPES[`${apiVersion} ${kind}`] ?? 'of-a-kind-that-is-not-expected';
    const manifest = JSON.stringify({ apiVersion, kind, ...rest }, null, 1);
    return `import type { ${kind} as Kind${at} } from 'kubernetes-types/${path}';\nexport const manifest${at}: Kind${at} = ${manifest};\n`;
  });
  writeFileSync(file, written.join('\n'));
  try {
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--types',
      '',
      '--moduleResolution',
      'bundler',
      '--module',
      'esnext',
    ];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

describe('the Kubernetes manifest', () => {
  const { spec } = of('Deployment');
  const pod = spec.template.spec;
  const [container] = pod.containers;

  it('is YAML without a fault, in which everything has the type that Kubernetes gives it', () => {
    expect(parsed.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual(Object.keys(TYPES));
    expect(faults(manifests)).toBe('');
  });

  it('would be found to be wrong with a misspelled field, a missing one, or another type', () => {
    const broken = (was: string, is: string) => {
      expect(text).toContain(was);
      return faults(parseAllDocuments(text.replace(was, is)).map((document) => document.toJS() as Manifest));
    };
    expect(broken('readinessProbe:', 'readynessProbe:')).toContain('readynessProbe');
    expect(broken('replicas: 2', 'replicas: two')).toContain('string');
    expect(
      broken('          path: /health/ready\n              port: http', '          path: /health/ready'),
    ).toContain('port');
  });

  it('runs two replicas, on two nodes where there are two, one of which is there at any time', () => {
    expect(spec.replicas).toBeGreaterThanOrEqual(2);
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(pod.topologySpreadConstraints[0].topologyKey).toBe('kubernetes.io/hostname');
    expect(of('PodDisruptionBudget').spec.minAvailable).toBe(1);
  });

  it('means the same pods everywhere', () => {
    const { labels } = spec.template.metadata;
    const selectors = [
      spec.selector.matchLabels,
      of('Service').spec.selector,
      of('PodDisruptionBudget').spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    const [port] = of('Service').spec.ports;
    expect([port.targetPort, container.ports[0].name]).toEqual(['http', 'http']);
    expect(String(container.ports[0].containerPort)).toBe(envDefaults().PORT);
    const [path] = of('Ingress').spec.rules[0].http.paths;
    expect(path.backend.service).toEqual({ name: of('Service').metadata.name, port: { name: port.name } });
  });

  it('sends visitors to what is ready, and restarts what does not answer', () => {
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'http' });
    expect(container.startupProbe.httpGet).toEqual({ path: '/health', port: 'http' });
  });

  it('starts a pod again whenever it ends, and offers no restart that would reach only one of them', () => {
    // The pods of a Deployment may have no other policy.
    expect(pod.restartPolicy ?? 'Always').toBe('Always');
    expect(container.env.map(({ name }: { name: string }) => name)).not.toContain('SUPERVISED');
  });

  it('lets the balancer learn of an end, and requests under way come to theirs, before it kills', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(seconds).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + (2 * DRAIN.total) / 1000);
  });

  it('gives the container no more than it needs', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory', 'ephemeral-storage']);
    expect(container.resources.limits.memory).toBe('4Gi');
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod).not.toHaveProperty(name);
    expect(pod.volumes.map((volume: object) => Object.keys(volume))).toEqual([
      ['name', 'emptyDir'],
      ['name', 'emptyDir'],
    ]);
  });

  it('takes the address of the database and the signing secret out of a secret, and holds none', () => {
    const database = container.env.find(({ name }: { name: string }) => name === 'DATABASE_URL');
    expect(database.valueFrom).toEqual({ secretKeyRef: { name: 'footnote', key: 'database-url' } });
    const secret = container.env.find(({ name }: { name: string }) => name === 'JWT_SECRET');
    expect(secret.valueFrom).toEqual({ secretKeyRef: { name: 'footnote', key: 'jwt-secret' } });
    expect(text).not.toMatch(/postgres:\/\/|kind: Secret|PASSWORD/);
  });

  it('does not buffer, and is as patient as nginx is in its own example', () => {
    const { annotations } = of('Ingress').metadata;
    const said = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`];
    const site = readFileSync(join(ROOT, 'examples/deploy/nginx/footnote.conf'), 'utf8');
    for (const name of ['proxy-buffering', 'proxy-request-buffering']) expect(said(name)).toBe('off');
    expect(site).toContain(`proxy_read_timeout ${said('proxy-read-timeout')}s;`);
    expect(site).toContain(`client_max_body_size ${said('proxy-body-size')};`);
  });

  it('needs what the compose file needs', () => {
    const { services } = parse(readFileSync(join(ROOT, 'examples/deploy/replicas/compose.yaml'), 'utf8'));
    const names = container.env.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Object.keys(services['footnote-1'].environment));
  });
});
