import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, as they came. */
  data: string;
}

export interface MailServer {
  /** `smtp://…` */
  url: string;
  mails: ReceivedMail[];
  /** Refuses every mail from now on. */
  refuse: boolean;
  close(): Promise<void>;
}

/** A server that speaks as much SMTP as a client needs, and keeps each mail. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket, received);
  });
  const received: MailServer = {
    url: '',
    mails: [],
    refuse: false,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  received.url = `smtp://127.0.0.1:${await listening(server)}`;
  return received;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function converse(socket: Socket, received: MailServer): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' };
  let rest = '';
  let inData = false;
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const between = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
  answer('220 test');
  socket.setEncoding('utf8').on('data', (piece: string) => {
    rest += piece;
    for (;;) {
      if (inData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) return;
        received.mails.push({ ...mail, data: rest.slice(0, end) });
        rest = rest.slice(end + 5);
        inData = false;
        mail = { from: '', to: [], data: '' };
        answer('250 kept');
        continue;
      }
      const at = rest.indexOf('\r\n');
      if (at < 0) return;
      const line = rest.slice(0, at);
      rest = rest.slice(at + 2);
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'MAIL') {
        mail.from = between(line);
        answer(received.refuse ? '550 no' : '250 ok');
      } else if (command === 'RCPT') {
        mail.to.push(between(line));
        answer('250 ok');
      } else if (command === 'DATA') {
        inData = true;
        answer('354 go on');
      } else if (command === 'QUIT') {
        answer('221 bye');
        socket.end();
      } else answer('250 ok');
    }
  });
}
