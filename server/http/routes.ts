import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { MatchedRoute, RequestState } from './context.ts';
import { guard, type Handler, type StatusOf } from './guard.ts';
import type { ResourceOf } from './resources.ts';
import type { DescribedRule, RouteRule } from './rule.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint of the API, as tests and documentation use it. */
export interface Endpoint<Rule extends RouteRule = DescribedRule> {
  method: Method;
  /** With placeholders as `:name`, or `*name` for the rest of the path. */
  path: string;
  rule: Rule;
}

/** An endpoint, or a page, with its handler. */
export interface Route extends Endpoint<RouteRule> {
  handle: Middleware<RequestState>;
}

/** Adds a route with its rule, which must declare its `resource` where the path has the id of one, and its handler. */
type AddRoute<Prefix extends string> = <
  const Path extends string,
  const Rule extends RouteRule & ResourceOf<`${Prefix}${Path}`>,
  Status extends StatusOf<Rule>,
>(
  path: Path,
  rule: Rule,
  handle: Handler<Rule, Status>,
) => RoutesBelow<Prefix>;

/** The routes of one resource. Both routing and the documentation use this list, so they cannot differ. */
export interface Routes {
  readonly list: readonly Route[];
}

/** Routes that are still added, below a prefix. */
export interface RoutesBelow<Prefix extends string> extends Routes {
  get: AddRoute<Prefix>;
  post: AddRoute<Prefix>;
  put: AddRoute<Prefix>;
  patch: AddRoute<Prefix>;
  delete: AddRoute<Prefix>;
}

/** `prefix` stands before every path; the path `/` is the prefix itself. */
export function createRoutes<const Prefix extends string = ''>(prefix: Prefix = '' as Prefix): RoutesBelow<Prefix> {
  const list: Route[] = [];
  const adder =
    (method: Method): AddRoute<Prefix> =>
    (path, rule, handle) => {
      const whole = path === '/' && prefix !== '' ? prefix : prefix + path;
      list.push({ method, path: whole, rule, handle: guard(rule, handle) });
      return routes;
    };
  const routes: RoutesBelow<Prefix> = {
    list,
    get: adder('GET'),
    post: adder('POST'),
    put: adder('PUT'),
    patch: adder('PATCH'),
    delete: adder('DELETE'),
  };
  return routes;
}

/** The endpoints of the API, without the console's pages. */
export function endpointsOf(routes: readonly Route[]): Endpoint[] {
  return routes.flatMap(({ method, path, rule }) => (rule.page ? [] : [{ method, path, rule }]));
}

/**
 * Returns a function that finds the route of a method and path, or null. If several routes match, the first one wins. HEAD is
 * routed like GET. Placeholders are decoded; what is not valid percent-encoding stays as it is.
 */
export function createRouteFinder(routes: readonly Route[]): (method: string, path: string) => MatchedRoute | null {
  // A router compares a path with all of its routes. Those of other methods need no comparison.
  const byMethod = Map.groupBy(routes, ({ method }) => method as string);
  const finders = new Map([...byMethod].map(([method, own]) => [method, finderOf(method, own)]));
  return (method, path) => finders.get(method === 'HEAD' ? 'GET' : method)?.(path) ?? null;
}

/** The same for routes of one method. */
function finderOf(method: string, routes: readonly Route[]): (path: string) => MatchedRoute | null {
  const router = new Router<RequestState>();
  const routeOf = new Map<unknown, Route>();
  for (const route of routes) routeOf.set(router.register(route.path, [route.method], route.handle), route);
  return (path) => {
    const [layer] = router.match(path, method).pathAndMethod;
    const route = routeOf.get(layer);
    if (!layer || !route) return null;
    return { rule: route.rule, params: layer.params(path, layer.captures(path)), handle: route.handle };
  };
}
