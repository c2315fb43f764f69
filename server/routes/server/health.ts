import { setTimeout as pause } from 'node:timers/promises';
import type { Health, Readiness } from '@footnote/sdk/contract';
import type { RouteRule } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { health, readinessReport, streamPiece } from '../../presenters/common.ts';

const EVENTS = 4;
const PAUSE_MS = 150;

const open = { tag: 'Server', accepts: ['none'], limit: null } as const satisfies Partial<RouteRule>;

/** Liveness and readiness, also without `/v1`, where probes expect them. */
export function healthRoutes(options: { version: string; readiness: () => Promise<Readiness['parts']> }): Routes {
  const { version, readiness } = options;
  const routes = createRoutes();

  routes.get(
    '/health/stream',
    {
      ...open,
      name: 'health.stream',
      limit: 'general',
      summary: 'Check that the proxy passes streams on',
      description:
        'Sends four events within half a second. Each contains the client address that the server uses for rate limits. The command `doctor` calls it.',
      sdk: 'operator',
      answers: {
        200: {
          mediaType: 'text/event-stream',
          description: 'Server-sent events, closed by `[DONE]`.',
          lines: streamPiece,
        },
      },
    },
    async ({ address, signal }) => ({ parts: events(address, signal), errorParts: () => [] }),
  );

  for (const prefix of ['', '/v1']) {
    routes.get(
      `${prefix}/health`,
      {
        ...open,
        name: 'health.retrieve',
        summary: 'Check that the server is up',
        sdk: {
          method: 'health.retrieve',
          says: 'Retrieves the status and version of the server. Needs no credential and has no rate limit.',
          example: 'const { status, version } = await guest.health.retrieve({ timeout: 2_000 });',
        },
        answers: { 200: health },
      },
      () => ({
        status: 200,
        body: { status: 'ok', version } satisfies Health,
        // A widget blocked by CORS uses this to find out whether the server is reachable, without reading the response.
        headers: { 'cross-origin-resource-policy': 'cross-origin' },
      }),
    );

    routes.get(
      `${prefix}/health/ready`,
      {
        ...open,
        name: 'health.ready',
        summary: 'Check that the server is ready',
        description:
          'Its status is 200 also while its disk is `low`: a server that answers questions stays in the load balancer. Read the part `disk` to tell the operator.',
        sdk: 'operator',
        answers: { 200: readinessReport, 503: readinessReport },
      },
      async () => {
        const parts = await readiness();
        // A server that takes nothing new still answers, and lets its users free some space.
        const ok = Object.values(parts).every((state) => state === 'ok' || state === 'low');
        return { status: ok ? 200 : 503, body: { status: ok ? 'ready' : 'not_ready', parts } satisfies Readiness };
      },
    );
  }

  return routes;
}

/** A few chunks within half a second. They arrive together if a proxy buffers streams. */
async function* events(address: string, signal: AbortSignal): AsyncGenerator<object> {
  for (let piece = 1; piece <= EVENTS; piece += 1) {
    if (piece > 1) await pause(PAUSE_MS, undefined, { signal });
    yield { piece, address };
  }
}
