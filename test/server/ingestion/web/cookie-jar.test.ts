import { describe, expect, it } from 'vitest';
import { createCookieJar } from '../../../../server/ingestion/web/cookie-jar.ts';

const PAGE = 'https://docs.example.com/guide/start';

/** The `Cookie` header for a URL after these `Set-Cookie` headers from `from`. */
const sent = (headers: string[], to = PAGE, from = PAGE) => {
  const jar = createCookieJar();
  for (const header of headers) jar.keep(from, header);
  return jar.headerFor(to);
};

describe('a cookie', () => {
  it.each([
    ['goes back to its host', ['a=1', 'b=two words; HttpOnly; SameSite=Lax'], PAGE, 'a=1; b=two words'],
    ['may have an empty value', ['a='], PAGE, 'a='],
    ['may hold an equals sign', ['a=b=c'], PAGE, 'a=b=c'],
    ['is replaced by a later one of its name', ['a=1', 'a=2'], PAGE, 'a=2'],
    ['goes to its path only', ['a=1; Path=/guide'], 'https://docs.example.com/guidelines', ''],
    ['goes below its path', ['a=1; Path=/guide'], 'https://docs.example.com/guide/x/y', 'a=1'],
    ['without a path goes to its folder', ['a=1'], 'https://docs.example.com/guide/other', 'a=1'],
    ['without a path goes nowhere else', ['a=1'], 'https://docs.example.com/', ''],
    ['goes to no other name of its domain', ['a=1; Domain=example.com; Path=/'], 'https://www.example.com/', ''],
    ['goes to no other port', ['a=1; Path=/'], 'https://docs.example.com:8443/', ''],
    ['for another domain is not kept', ['a=1; Domain=other.com', 'b=1; Domain=x.docs.example.com'], PAGE, ''],
    ['for a domain that only ends alike is not kept', ['a=1; Domain=ample.com'], PAGE, ''],
    ['that is secure is not sent over http', ['a=1; Secure; Path=/'], 'http://docs.example.com/', ''],
    ['ends with its age', ['a=1', 'a=; Max-Age=0'], PAGE, ''],
    ['ends with its date', ['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], PAGE, ''],
    ['lives on by its age, whatever its date', ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], PAGE, 'a=1'],
    ['without a name is not kept', ['=1', 'nothing', ''], PAGE, ''],
    ['with what no header may hold is not kept', ['a=1\r\nx: y', 'b=\u0000', 'c=é'], PAGE, ''],
    ['that is too long is not kept', [`a=${'x'.repeat(4_096)}`, 'b=1'], PAGE, 'b=1'],
  ])('%s', (_, headers, to, expected) => {
    expect(sent(headers, to)).toBe(expected);
  });

  it('that is secure is not taken from http', () => {
    expect(sent(['a=1; Secure', 'b=1'], 'https://docs.example.com/', 'http://docs.example.com/')).toBe('b=1');
  });

  it('is one of 30, with 8 kB together', () => {
    const many = Array.from({ length: 40 }, (_, index) => `a${index}=1`);
    expect(sent(many).split('; ')).toHaveLength(30);
    const large = Array.from({ length: 5 }, (_, index) => `a${index}=${'x'.repeat(3_000)}`);
    expect(sent(large).length).toBeLessThan(8_192);
  });
});
