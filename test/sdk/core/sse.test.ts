import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../../sdk/src/core/sse.ts';
import { fc } from '../../helpers/input/fast-check.ts';
import { expectLinear } from '../../helpers/timing/growth.ts';

const encoder = new TextEncoder();

/** The events of bytes that arrive in chunks that end at `cuts`. */
function read(bytes: Uint8Array, cuts: number[] = []): string[] {
  const reader = createEventReader();
  const edges = [0, ...[...cuts].sort((one, other) => one - other), bytes.length];
  return edges.slice(1).flatMap((end, at) => reader(bytes.subarray(edges[at], end)));
}

const readText = (text: string) => read(encoder.encode(text));

const DATA = ['{"a":"ü€😀"}', '', 'x'.repeat(70), '{"b":"日本語"}', '[DONE]'];

describe('the event parser', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('reads %s, split at every byte, in two and byte by byte', (_, end) => {
    const bytes = encoder.encode(`: open${end}${end}${DATA.map((data) => `data: ${data}${end}${end}`).join('')}`);
    for (let cut = 0; cut <= bytes.length; cut++) expect(read(bytes, [cut])).toEqual(DATA);
    expect(read(bytes, [...bytes.keys()])).toEqual(DATA);
  });

  it('reads any data, however it is split', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ' ').toWellFormed());
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(2_000)), (data, end, cuts) => {
        const bytes = encoder.encode(data.map((each) => `data: ${each}${end}${end}`).join(''));
        expect(
          read(
            bytes,
            cuts.map((cut) => cut % (bytes.length + 1)),
          ),
        ).toEqual(data);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('joins the lines of one event, and removes one space from each', () => {
    expect(readText('data:a\ndata:  b\ndata:\n\n')).toEqual(['a\n b\n']);
  });

  it('skips comments, names, ids, other fields and a byte order mark', () => {
    expect(readText('\uFEFF: hello\nevent: x\nid: 7\nretry: 1\nother\ndatabase: no\ndata: yes\n\n')).toEqual(['yes']);
  });

  it('keeps the lines of one event together wherever they are split', () => {
    const bytes = encoder.encode('data: a\r\ndata: b\r\n\r\n');
    for (let cut = 0; cut <= bytes.length; cut++) expect(read(bytes, [cut])).toEqual(['a\nb']);
  });

  it('yields nothing for blank lines and incomplete events', () => {
    expect(readText('\n\n\n: keep-alive\n\ndata: cut off\n')).toEqual([]);
  });

  it('replaces invalid UTF-8', () => {
    expect(read(new Uint8Array([...encoder.encode('data: '), 0xff, 0x0a, 0x0a]))).toEqual(['\uFFFD']);
  });

  it('fails on an endless event before memory runs out', () => {
    const reader = createEventReader();
    const flood = encoder.encode('x'.repeat(2 ** 20));
    expect(() => {
      for (let megabyte = 0; megabyte < 64; megabyte++) reader(flood);
    }).toThrow('An event is longer than');
    const lines = createEventReader();
    const withLines = encoder.encode(`data: ${'x'.repeat(1_000)}\n`.repeat(1_000));
    expect(() => {
      for (let megabyte = 0; megabyte < 64; megabyte++) lines(withLines);
    }).toThrow('An event is longer than');
  });

  it('takes linear and not quadratic time for a long event in small chunks', () =>
    expectLinear(2 ** 22, (length) => {
      const reader = createEventReader();
      const piece = encoder.encode('x'.repeat(16));
      reader(encoder.encode('data: '));
      for (let sent = 0; sent < length; sent += 16) reader(piece);
      expect(reader(encoder.encode('\n\n'))).toHaveLength(1);
    }));
});
