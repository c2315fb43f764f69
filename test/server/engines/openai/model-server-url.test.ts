import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEndpoint } from '../../../../server/engines/openai/endpoint.ts';
import { isAllowedModelAddress, parseModelServerUrl } from '../../../../server/engines/openai/model-server-url.ts';
import { ADDRESS_NOT_ALLOWED, createGuardedRequest } from '../../../../server/engines/openai/open-request.ts';
import { HOSTILE_MODEL_SERVERS } from '../../../helpers/models/hostile-model-servers.ts';

describe('the address of a model server', () => {
  it.each([
    ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
    [' http://localhost:11434/v1/ ', 'http://localhost:11434/v1'],
    ['localhost:11434', 'http://localhost:11434'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['ollama:11434', 'http://ollama:11434'],
    ['gpu.lan:8000', 'http://gpu.lan:8000'],
    ['host.docker.internal:1234', 'http://host.docker.internal:1234'],
    ['http://192.168.1.20:8000/v1', 'http://192.168.1.20:8000/v1'],
    ['http://10.0.0.5', 'http://10.0.0.5'],
    ['http://[fd12:3456::1]:8000', 'http://[fd12:3456::1]:8000'],
    ['http://100.101.102.103:11434', 'http://100.101.102.103:11434'],
    ['api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/models', 'https://api.example.com/v1'],
    ['https://api.example.com/openai/v1', 'https://api.example.com/openai/v1'],
  ])('%j is read as %s', (entered, url) => {
    expect(parseModelServerUrl(entered, 'anywhere')).toBe(url);
  });

  it.each(HOSTILE_MODEL_SERVERS)('%j is refused', (entered) => {
    expect(parseModelServerUrl(entered, 'anywhere')).toBeNull();
  });

  it.each([
    ['http://localhost:11434/v1', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://192.168.1.20:8000/v1', false],
    ['https://api.openai.com/v1', false],
    ['http://ollama:11434', false],
    ['http://localhost.example.com', false],
  ])('%j may be used without a network: %s', (entered, may) => {
    expect(parseModelServerUrl(entered, 'this machine') !== null).toBe(may);
  });

  it.each([
    ['127.0.0.1', true, true],
    ['::1', true, true],
    ['192.168.1.20', true, false],
    ['fd12:3456::1', true, false],
    ['100.101.102.103', true, false],
    ['93.184.215.14', true, false],
    ['169.254.169.254', false, false],
    ['fe80::1', false, false],
    ['0.0.0.0', false, false],
    ['::ffff:127.0.0.1', false, false],
    ['::127.0.0.1', false, false],
    ['100.100.100.200', false, false],
    ['168.63.129.16', false, false],
    ['fd00:ec2::254', false, false],
    ['fd20:ce::254', false, false],
    ['224.0.0.1', false, false],
    ['localhost', false, false],
    ['', false, false],
  ])('%j is connected to: %s, and without a network: %s', (address, anywhere, here) => {
    expect(isAllowedModelAddress(address, 'anywhere')).toBe(anywhere);
    expect(isAllowedModelAddress(address, 'this machine')).toBe(here);
  });
});

describe('a connection to a model server', () => {
  it.each(['127.0.0.1', 'localhost'])('to %s is refused where a name or address leads elsewhere', async (host) => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits++;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    const limits = { firstByteMs: 5_000, idleMs: 5_000, bytes: 1_000 };
    const ask = (isAllowed: (address: string) => boolean) =>
      createEndpoint({ url, apiKey: null, open: createGuardedRequest(isAllowed) }).get('/models', limits);
    await expect(ask(() => false)).rejects.toMatchObject({ reason: 'unreachable', code: ADDRESS_NOT_ALLOWED });
    expect(hits).toBe(0);
    expect(await ask((address) => isAllowedModelAddress(address, 'this machine'))).toEqual({});
    expect(hits).toBe(1);
    server.closeAllConnections();
    server.close();
  });
});
