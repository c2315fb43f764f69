import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { FoundRoute, RequestState } from './context.ts';
import { ruleOf } from './guard.ts';
import type { RouteRule } from './rule.ts';

/** One line of the API: for tests and documentation. */
export interface Endpoint {
  method: string;
  /** With placeholders as `:name`. */
  path: string;
  rule: RouteRule;
}

/** A route as requests find it. */
export interface TableRoute {
  methods: readonly string[];
  path: string;
  rule: RouteRule;
  /** The placeholders of a path that it serves, decoded; null where it does not serve it. */
  match(path: string): Record<string, string> | null;
  /** Everything that was registered for it, in order. */
  handle: Middleware<RequestState>;
}

/**
 * The routes of a router, read once: requests are matched with them, and the documentation is made of them, so that the two
 * cannot differ. Throws where a route does not end in its one guard, as it would answer without a rule, or by another one's.
 */
export function routeTable(router: Router<RequestState>): TableRoute[] {
  return router.stack.map((layer) => {
    const path = String(layer.path);
    const middleware = layer.stack as Middleware<RequestState>[];
    const rule = ruleOf(middleware.at(-1) ?? {});
    if (!rule) throw new Error(`The route ${path} does not end in a guard.`);
    if (middleware.slice(0, -1).some(ruleOf)) throw new Error(`The route ${path} has more than one guard.`);
    return {
      methods: layer.methods,
      path,
      rule,
      match: (asked) => (layer.match(asked) ? layer.params(asked, layer.captures(asked)) : null),
      handle: inOrder(middleware),
    };
  });
}

/** Several as one, put together once and not for every request. */
const inOrder = (middleware: Middleware<RequestState>[]) =>
  middleware.reduceRight((rest, one) => (context, next) => one(context, async () => rest(context, next)));

/** Every route with its rule, the console's pages left out. */
export function endpointsOf(routes: readonly TableRoute[]): Endpoint[] {
  return routes.flatMap(({ methods, path, rule }) => {
    if (rule.page) return [];
    return methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path, rule }));
  });
}

/**
 * Looks a route up. The router's own middleware would compose a chain for each request, and find the route too late: what
 * stands before a route goes by its rule.
 */
export function routeFinder(routes: readonly TableRoute[]): (method: string, path: string) => FoundRoute | null {
  // Of several that fit, the one added last counts: for that they are tried from the end.
  const byMethod = new Map<string, TableRoute[]>();
  for (const route of routes.toReversed()) {
    for (const method of route.methods) byMethod.set(method, [...(byMethod.get(method) ?? []), route]);
  }
  return (method, path) => {
    for (const { match, rule, handle } of byMethod.get(method) ?? []) {
      const params = match(path);
      if (params) return { rule, params, handle };
    }
    return null;
  };
}
