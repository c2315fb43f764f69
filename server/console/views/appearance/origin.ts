/** A typed address as an allowed origin. */
export interface OriginPreview {
  /** As it will be stored. The server validates it. */
  origin: string;
  /** True if the text was changed: a path removed or a scheme added. */
  mended: boolean;
}

/** Null if the text is not an address. The server then reports what is wrong. */
export function previewOrigin(typed: string): OriginPreview | null {
  const text = typed.trim();
  if (text === '' || text.replace(/[*.]/g, '') === '') return null;
  if (text === 'null' || text === 'http://localhost:*') return { origin: text, mended: false };
  const bare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(text);
  const address = bare ? `${local ? 'http' : 'https'}://${text}` : text;
  // `*` is not valid in a host, so a placeholder replaces it while the address is parsed.
  const star = /^(https?:\/\/)\*\./i.test(address);
  if (address.includes('*') && !star) return null;
  try {
    const { origin, protocol, hostname } = new URL(star ? address.replace('*', 'any-label') : address);
    if (!/^https?:$/.test(protocol) || (bare && !local && !hostname.includes('.'))) return null;
    const stored = star ? origin.replace('any-label', '*') : origin;
    return { origin: stored, mended: stored !== text };
  } catch {
    return null;
  }
}

/** Describes the pages that an origin allows. */
export function meaningOf(origin: string): string {
  if (origin === 'null') return 'Pages without an address, such as files opened from a disk';
  if (origin === 'http://localhost:*') return 'Your own computer, at every port, for testing';
  const [scheme = '', host = ''] = origin.split('://');
  const unsafe = scheme === 'http' && !/^(localhost|127\.|\[::1\])/.test(host) ? ', without encryption' : '';
  if (host.startsWith('*.')) return `Every site below ${host.slice(2)}, but not ${host.slice(2)} itself${unsafe}`;
  return `Every page of ${host}${unsafe}`;
}
