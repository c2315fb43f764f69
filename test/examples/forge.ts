import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** GitHub tells the kind of its user, GitLab its author. */
interface ForgeComment {
  id: number;
  body: string;
  user?: { type: string };
  author?: { id: number };
}

/** The user of the token. */
const SELF = 12;

/** What a forge answers for its comments, and the comments that it has. */
export async function startForge() {
  const comments: ForgeComment[] = [];
  const requests: string[] = [];
  let isRefused = false;
  const forge = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { body } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const url = new URL(request.url ?? '', 'http://forge');
    requests.push(
      `${request.method} ${url.pathname} ${request.headers.authorization ?? request.headers['private-token']}`,
    );
    if (isRefused) {
      response.writeHead(403).end('{}');
      return;
    }
    if (url.pathname === '/user') {
      response.end(JSON.stringify({ id: SELF }));
      return;
    }
    if (request.method === 'POST')
      comments.push({ id: comments.length + 1, body, user: { type: 'Bot' }, author: { id: SELF } });
    const comment = comments.find(({ id }) => url.pathname.endsWith(`/${id}`));
    if (request.method !== 'GET' && comment) comment.body = body;
    const page = Number(url.searchParams.get('page'));
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}));
  });
  await new Promise<void>((resolve) => forge.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(forge.address() as AddressInfo).port}`,
    comments,
    requests,
    refuse: () => {
      isRefused = true;
    },
    stop: () => forge.close(),
  };
}
