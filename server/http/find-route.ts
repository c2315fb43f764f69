import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { FoundRoute, RequestState } from './context.ts';
import { ruleOf } from './guard.ts';

type Layer = Router<RequestState>['stack'][number];

/**
 * Looks routes up in a router's table. The router's own middleware would do so a second time, and compose a chain for
 * each request: what stands before a route goes by its rule, so that it is looked up first, and then called directly.
 */
export function routeFinder(router: Router<RequestState>): (method: string, path: string) => FoundRoute | null {
  // Of several that fit, the one added last counts: for that they are tried from the end.
  const byMethod = new Map<string, Layer[]>();
  for (const layer of router.stack.toReversed()) {
    for (const method of layer.methods) byMethod.set(method, [...(byMethod.get(method) ?? []), layer]);
  }
  return (method, path) => {
    const layer = byMethod.get(method)?.find((one) => one.match(path));
    const [handle] = layer?.stack ?? [];
    const rule = handle ? ruleOf(handle) : null;
    if (!layer || !handle || !rule) return null;
    return { rule, params: layer.params(path, layer.captures(path)), handle: handle as Middleware<RequestState> };
  };
}
