import { describe, expect, it } from 'vitest';
import { explainRefusal } from '../../../../server/ingestion/web/explain-refusal.ts';
import { refusalOf } from '../../../../server/platform/network/refused-address.ts';

describe('a refused address', () => {
  it.each([
    ['hello', 'malformed', 'not a web address'],
    ['http://evil.example\\@127.0.0.1/', 'malformed', 'not a web address'],
    ['ftp://example.com/', 'scheme', 'http://'],
    ['http://user@example.com/', 'user_name', 'Remove them'],
    ['http://10.1.2.3/', 'private_address', '10.1.2.3 is not a public address'],
    ['http://2130706433/', 'private_address', 'such as 127.0.0.1/32, and restarts'],
    [
      'http://[fd00::7]:8080/',
      'private_address',
      'SCRAPE_ALLOW_CIDRS to a range that contains it, such as fd00::7/128',
    ],
    ['http://wiki.internal:8080/', 'internal_name', '“wiki.internal” is a name inside a private network'],
    ['http://wiki/', 'internal_name', 'SCRAPE_ALLOW_CIDRS'],
    ['http://169.254.169.254/latest', 'never_open', 'no setting opens them'],
    ['http://metadata.google.internal/', 'never_open', 'no setting opens them'],
    ['http://example.com:8080/', 'port', 'not on 8080'],
    ['https://example.com/', 'lookup', 'must exist and be public'],
  ])('%s: %s', (text, reason, words) => {
    const refusal = refusalOf(text);
    expect(refusal.reason).toBe(reason);
    expect(explainRefusal(refusal, 'page')).toMatch(/^This address cannot be read\. /);
    expect(explainRefusal(refusal, 'page')).toContain(words);
    expect(explainRefusal(refusal, 'messages')).toMatch(/^Messages cannot be sent to this address\. /);
  });

  it('is never repeated at a length that its sender chooses', () => {
    expect(explainRefusal(refusalOf(`http://${'a'.repeat(5_000)}/`), 'page').length).toBeLessThan(600);
  });
});
