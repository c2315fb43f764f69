import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { animatedWebp } from '../../.build/animated-webp.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('the README', () => {
  it('is read in four minutes', () => {
    expect(README.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });

  it('shows pictures that are there, small enough for a page', () => {
    const pictures = [...README.matchAll(/src(?:set)?="([^"]+\.webp)"/g)].map(([, path = '']) => path);
    expect(pictures).toHaveLength(3);
    for (const path of pictures) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(statSync(join(ROOT, path)).size, path).toBeLessThan(700_000);
    }
  });
});

describe('an animated picture', () => {
  const still = (data: string) =>
    Buffer.concat([
      Buffer.from('RIFF....WEBPICCP'),
      Buffer.from([3, 0, 0, 0]),
      Buffer.from('abc.VP8 '),
      length(data),
      Buffer.from(data),
    ]);
  const length = (data: string) => Buffer.from([data.length, 0, 0, 0]);

  it('has each picture once, with its time', () => {
    const file = animatedWebp(
      [
        { webp: still('first!'), duration: 80 },
        { webp: still('second'), duration: 1000 },
      ],
      300,
      200,
    );
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    const at = file.indexOf('ANMF');
    expect([file.readUIntLE(at + 14, 3) + 1, file.readUIntLE(at + 17, 3) + 1, file.readUIntLE(at + 20, 3)]).toEqual([
      300, 200, 80,
    ]);
    expect(file.toString('latin1')).toMatch(/VP8 .{4}first!.*ANMF.*VP8 .{4}second$/s);
    expect(file.indexOf('ICCP')).toBe(-1);
  });

  it('is not made of something else', () => {
    expect(() => animatedWebp([{ webp: Buffer.from('RIFF....PNG '), duration: 1 }], 1, 1)).toThrow('not a lossy WebP');
  });
});
