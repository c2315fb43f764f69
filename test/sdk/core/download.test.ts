import { APIConnectionError, APITimeoutError, BadRequestError, Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { until } from '../../helpers/timing/until.ts';
import { failure, type Step, scriptedServer } from '../scripted-server.ts';

const HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="conversations.csv"',
};
const sends =
  (...parts: (string | Buffer)[]): Step =>
  (response) => {
    response.writeHead(200, HEADERS);
    for (const part of parts) response.write(part);
    response.end();
  };
const exported = async (step: Step, options = {}) => {
  const { baseURL } = await scriptedServer(step);
  return new Footnote({ baseURL, maxRetries: 0 }).conversations.export('p', {}, options);
};

describe('a download', () => {
  it('has a name and a type, and yields its text in chunks, even if one splits a character', async () => {
    const bytes = Buffer.from('\ufeffa,é\r\n');
    const file = await exported(sends(bytes.subarray(0, 6), bytes.subarray(6)));
    expect([file.filename, file.type]).toEqual(['conversations.csv', 'text/csv; charset=utf-8']);
    let text = '';
    for await (const some of file) text += some;
    expect(text).toBe('\ufeffa,é\r\n');
  });

  it('can be read completely', async () => {
    const blob = await (await exported(sends('one', 'two'))).blob();
    expect([blob.type, await blob.text()]).toEqual(['text/csv; charset=utf-8', 'onetwo']);
  });

  it("throws the server's error before anything is read", async () => {
    await expect(exported(failure(400))).rejects.toBeInstanceOf(BadRequestError);
  });

  it('reports an interruption and an idle timeout', async () => {
    const broken = await exported((response) => {
      response.writeHead(200, { ...HEADERS, 'content-length': '100' });
      response.write('some');
      setTimeout(() => response.destroy(), 50);
    });
    await expect(broken.blob()).rejects.toBeInstanceOf(APIConnectionError);
    const silent = await exported(
      (response) => {
        response.writeHead(200, HEADERS);
        response.write('some');
      },
      { timeout: { idle: 100 } },
    );
    await expect(silent.blob()).rejects.toBeInstanceOf(APITimeoutError);
  });

  it('aborts its request when its reader stops', async () => {
    let closed = false;
    const file = await exported((response) => {
      response.writeHead(200, HEADERS);
      response.write('some');
      response.on('close', () => {
        closed = true;
      });
    });
    for await (const some of file) {
      expect(some).toBe('some');
      break;
    }
    await until(() => closed, 'the request ends');
  });
});
