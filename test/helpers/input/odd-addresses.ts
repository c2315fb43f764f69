import { fc } from './fast-check.ts';

const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'vbscript:',
  'data:text/html,',
  'data:text/html;base64,',
  'file:///',
  'blob:https://docs.example.com/',
  'view-source:https://docs.example.com/',
  'ftp://docs.example.com/',
  'intent://docs.example.com/#',
  'mailto:',
  'https:',
  'https://',
  'https://bank.example@evil.example/',
  'https://user:password@docs.example.com/',
  '//evil.example/',
  '\\\\evil.example\\',
  '/',
  '?',
  '#',
];
const CODE = [
  'alert(1)',
  '<script>alert(1)</script>',
  '//%0aalert(1)',
  '1"onclick="alert(1)',
  ')[x](javascript:x)',
  '',
];
/** Characters that a browser drops at the beginning of an address, or within its scheme. */
const DROPPED = ['', ' ', '\t', '\n', '\r', '\0', '\u0001', '\u001f', '\u00a0', '\u200b', '\ufeff'];

/** Addresses of any kind: of web pages, of code that a browser would run, and broken ones. */
export const oddAddress: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hidden() },
  { weight: 1, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

function hidden(): fc.Arbitrary<string> {
  const dropped = fc.constantFrom(...DROPPED);
  const parts = fc.tuple(fc.constantFrom(...SCHEMES), fc.constantFrom(...CODE), dropped, dropped, fc.nat(12));
  return parts.map(([scheme, code, before, within, at]) => {
    return `${before}${scheme.slice(0, at)}${within}${scheme.slice(at)}${code}`;
  });
}

/**
 * Whether a browser that finds the text as the address of a link would go to a web page, and to the one that its beginning
 * names. An empty text is no link.
 */
export function opensWebPage(text: string): boolean {
  if (text === '') return true;
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && `${url.username}${url.password}` === '';
}
