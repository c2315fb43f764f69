/** In this order, as most browsers also name those that they are compatible with. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
/** Longer ones come from no browser, and matching them takes time. */
const MAX_LENGTH = 1_000;

/**
 * The browser and the system that a `User-Agent` header names, such as "Firefox on Linux"; the name of another program, such as
 * "curl"; null if it names neither. Versions and devices are left out, as they would say more about a person than is needed.
 */
export function describeClient(userAgent: string): string | null {
  const text = userAgent.slice(0, MAX_LENGTH);
  const nameIn = (known: typeof BROWSERS) => known.find(([, pattern]) => pattern.test(text))?.[0];
  const system = nameIn(SYSTEMS);
  const program = nameIn(BROWSERS) ?? (/^Mozilla\b/.test(text) ? 'Browser' : /^[A-Za-z][\w.-]{0,39}/.exec(text)?.[0]);
  if (!program) return system ?? null;
  return system ? `${program} on ${system}` : program;
}
