import { createHash, timingSafeEqual } from 'node:crypto';
import { errors } from '../../http/errors.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';

/**
 * Metrics for the operator. Needs METRICS_TOKEN if it is set. Otherwise only requests from the same machine are allowed, and
 * none if there is a proxy, whose requests may come from the same machine too.
 */
export function metricsRoutes(options: {
  metricsToken: string | null;
  /** Whether the settings name a proxy or a public address. */
  behindProxy: boolean;
  metrics: () => Promise<string>;
}): Routes {
  const { metricsToken, behindProxy, metrics } = options;
  const routes = createRoutes();

  routes.get(
    '/metrics',
    {
      name: 'metrics.retrieve',
      accepts: ['none'],
      limit: null,
      tag: 'Server',
      summary: 'Retrieve metrics for Prometheus',
      description:
        'If `METRICS_TOKEN` is set, send it as `Authorization: Bearer …`. If it is not set, only requests from the same machine are answered. All others get a 404.',
      sdk: 'operator',
      answers: {
        200: {
          mediaType: 'text/plain',
          description: 'Metrics in the Prometheus text format, version 0.0.4.',
          example: '# TYPE footnote_questions_total counter\nfootnote_questions_total{outcome="answered"} 128\n',
        },
      },
      fails: [401, 404],
    },
    async ({ header, isLocal }) => {
      if (metricsToken === null && (behindProxy || !isLocal())) throw errors.notFound();
      if (metricsToken !== null) requireToken(header('authorization'), metricsToken);
      return { status: 200, body: await metrics(), type: 'text/plain; version=0.0.4; charset=utf-8' };
    },
  );

  return routes;
}

function requireToken(authorization: string, token: string): void {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!sent) throw errors.missingCredentials();
  if (!timingSafeEqual(digest(sent), digest(token))) throw errors.tokenInvalid();
}

const digest = (text: string) => createHash('sha256').update(text).digest();
