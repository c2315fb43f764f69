import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../site', import.meta.url));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The example website, on its own origin like a customer's site. */
export interface Site {
  origin: string;
  /** Puts the widget of this project on the pages. */
  show(widget: { base: string; project: string }): void;
  stop(): Promise<void>;
}

/** Serves examples/site. In its pages, `%BASE%` stands for the widget's server and `%PROJECT%` for the project. */
export async function startSite(port: number): Promise<Site> {
  // Read into memory once, so that no path of a request reaches the disk.
  const files = await readFiles();
  let widget = { base: '', project: '' };
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://site')?.pathname ?? '';
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = files.get(name);
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const body = type.startsWith('text/html')
      ? file.toString('utf8').replaceAll('%BASE%', widget.base).replaceAll('%PROJECT%', widget.project)
      : file;
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

async function readFiles(): Promise<Map<string, Buffer>> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [`/${relative(FOLDER, file).split(sep).join('/')}`, await readFile(file)] as [string, Buffer],
      ),
    ),
  );
}
