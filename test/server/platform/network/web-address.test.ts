import { describe, expect, it } from 'vitest';
import { isWebAddress as mayBeLinkInConsole } from '../../../../server/console/parts/page-link.ts';
import { isWebAddress, pageOf } from '../../../../server/platform/network/web-address.ts';

describe.each([
  ['the server', isWebAddress],
  ['the console', mayBeLinkInConsole],
])('as a link, %s', (_where, check) => {
  it.each([
    'http://docs.example.com/a',
    'https://docs.example.com/a?b=c#d',
    'HTTPS://docs.example.com',
    'http://10.0.0.5:8080/',
  ])('takes %j', (address) => expect(check(address)).toBe(true));

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://docs.example.com/1',
    '//docs.example.com',
    'docs.example.com',
    '',
  ])('does not take %j', (address) => expect(check(address)).toBe(false));
});

describe('as a link, the server', () => {
  it('does not take an address that begins with the name of another site', () => {
    expect(isWebAddress('https://bank.example@evil.example/')).toBe(false);
  });
});

describe('the page of an address', () => {
  it.each([
    ['https://docs.example.com/a/b?token=secret#part', 'https://docs.example.com/a/b'],
    ['HTTP://Docs.Example.com:80', 'http://docs.example.com/'],
    [`https://docs.example.com/${'x'.repeat(600)}`, `https://docs.example.com/${'x'.repeat(475)}`],
    [`https://docs.example.com/${'x'.repeat(473)}%C3%BC`, `https://docs.example.com/${'x'.repeat(473)}`],
  ])('of %j', (address, page) => expect(pageOf(address)).toBe(page));
});
