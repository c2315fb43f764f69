import { createServer } from 'node:http';
import { extname } from 'node:path';
import { buildSite, fillIn, type Widget } from '../docs/site/build-site.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The example website, on its own origin like a customer's site. */
export interface Site {
  origin: string;
  /** Puts the widget of this project on the pages. */
  show(widget: Widget): void;
  stop(): Promise<void>;
}

/** Serves examples/site with the guide in it. */
export async function startSite(port: number): Promise<Site> {
  // Read into memory once, so that no path of a request reaches the disk.
  const files = await buildSite();
  let widget: Widget | null = null;
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://site')?.pathname ?? '';
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = files.get(name);
    if (!file && path && files.has(`${path}/index.html`)) {
      response.writeHead(301, { location: `${path}/` }).end();
      return;
    }
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const body = type.startsWith('text/html') ? fillIn(file.toString('utf8'), widget) : file;
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    show: (next) => {
      widget = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
