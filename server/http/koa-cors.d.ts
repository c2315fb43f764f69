/** The package has no types. These cover the options that we use. */
declare module '@koa/cors' {
  import type { Context, Middleware } from 'koa';

  interface Options {
    /** The value of Access-Control-Allow-Origin; empty for no CORS headers. */
    origin: (context: Context) => Promise<string>;
    allowMethods: string[];
    allowHeaders: string[];
    exposeHeaders: string[];
    /** Seconds. */
    maxAge: number;
  }

  function cors(options: Options): Middleware;
  export = cors;
}
