import { describe, expect, it } from 'vitest';
import { openText, sealText } from '../../../server/platform/secret-box.ts';

const OPTIONS = { secret: 'a secret of the server, long enough', purpose: 'key', context: 'https://a.example' };

describe('a sealed text', () => {
  it('opens with what it was sealed with, and never looks the same', () => {
    const sealed = sealText('sk-geheim ☀', OPTIONS);
    expect(openText(sealed, OPTIONS)).toBe('sk-geheim ☀');
    expect(sealText('sk-geheim ☀', OPTIONS)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('geheim');
  });

  it.each([
    ['another secret', { secret: 'another secret of the server, as long' }],
    ['another purpose', { purpose: 'token' }],
    ['another context', { context: 'https://b.example' }],
  ])('does not open with %s', (_, change) => {
    expect(openText(sealText('sk-1', OPTIONS), { ...OPTIONS, ...change })).toBeNull();
  });

  it('does not open once a single byte of it has changed', () => {
    const bytes = Buffer.from(sealText('sk-1', OPTIONS), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openText(changed.toString('base64url'), OPTIONS), `byte ${at}`).toBeNull();
    }
    expect(openText('', OPTIONS)).toBeNull();
    expect(openText('AAAA', OPTIONS)).toBeNull();
  });
});
