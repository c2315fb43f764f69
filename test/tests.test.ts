import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A test passes or fails by what the product does, and neither by the clock nor by chance. */
interface Rule {
  what: string;
  instead: string;
  in: string;
  /** Returns the words that break the rule. */
  find: (code: string) => string[];
  /** Files that may, with the reason. */
  except: Record<string, string>;
}

const LONGER = 'It expects a pause that no load makes shorter.';
const BURNS = 'It burns time, and measures none.';
const PRODUCT = 'It is a limit of the SDK, which is tested.';
const FIXED = 'The text has no random part.';

const all = (pattern: RegExp) => (code: string) => code.match(pattern) ?? [];

/** Limits in milliseconds that are shorter than that of a test. */
const shortLimits = (code: string) =>
  [...code.matchAll(/\btimeout: ([\d_]+)\b(?! \*)|^\s*\}, ([\d_]{4,})\);$|^ {4}([\d_]{5,}),\n {2}\);$/gm)]
    .filter(([, ...numbers]) => Number(numbers.find(Boolean)?.replaceAll('_', '')) < 300_000)
    .map(([words]) => words.trim());

/** Words of up to four letters that a text must not have: every random identifier may. */
const shortWords = (code: string) =>
  [...code.matchAll(/\.not\s*\.(?:toContain\(\s*(['"`])(.*?)\1|toMatch\(\s*\/(.*?)\/)/g)]
    .filter(([, , word, words]) => (word ?? words ?? '').split('|').some((one) => /^\w{1,4}$/.test(one)))
    .map(([words]) => words);

const RULES: Rule[] = [
  {
    what: 'measure no time',
    instead: 'Count what is done, wait with `until`, compare with `expectLinear`, or measure in test/research/bench.',
    in: 'test/**/*.ts',
    find: all(/\bperformance\.now\b|\bhrtime\b|\b(?:c|threadC)puUsage\b|\bDate\.now\(\) [-<>]=? [a-z]\w*/g),
    except: {
      'test/helpers/models/scripted-child.ts': BURNS,
      'test/helpers/processes/systemctl.ts': 'It stands for systemd, which kills what does not stop in time.',
      'test/helpers/timing/cpu-time.ts': 'It is for what compares two times of one run.',
      'test/helpers/timing/growth.ts': 'It compares two times of one run.',
      'test/helpers/timing/until.ts': 'It has the limit of all that tests wait for.',
      'test/sdk/core/retry.test.ts': LONGER,
      'test/sdk/lib/wait-until-ready.test.ts': LONGER,
      'test/server/http/hostile-headers.test.ts': 'It compares times of one run.',
      'test/server/http/schedule-questions.test.ts': BURNS,
      'test/server/ingestion/crawl/crawl.test.ts': LONGER,
      'test/server/ingestion/web/url-sources.test.ts': LONGER,
      'test/server/platform/scheduling/fair-scheduler.test.ts': BURNS,
      'test/server/services/accounts/passwords.test.ts': 'It compares two times of one run.',
      'test/server/store/sqlite/worker/worker-thread.test.ts': BURNS,
    },
  },
  {
    what: 'sleep only with `settle`, before they expect that nothing happens',
    instead: 'Wait for the event with `until`.',
    in: 'test/**/*.test.ts',
    find: all(/\bsetTimeout\((?:resolve|done)\b|\bawait (?:delay|pause|sleep|setTimeout)\(|\bwaitForTimeout\(/g),
    except: {
      'test/e2e/kill.test.ts': 'It strikes at random moments.',
      'test/sdk/examples.test.ts': 'It writes a program that polls.',
      'test/server/ingestion/several-servers.test.ts': 'An embedder that takes its time.',
      'test/server/routes/sources/sources.test.ts': 'It breaks off at many moments, the next turn among them.',
    },
  },
  {
    what: 'wait as long as all others',
    instead: 'Leave the limit out: `until`, `expect.poll`, pages and tests have one.',
    in: 'test/**/*.ts',
    find: shortLimits,
    except: {
      'test/console/conversations.test.ts': 'It expects that nothing comes.',
      'test/sdk/core/abort.test.ts': PRODUCT,
      'test/sdk/core/request.test.ts': PRODUCT,
      'test/sdk/core/retry.test.ts': PRODUCT,
      'test/sdk/lib/chat-stream.test.ts': PRODUCT,
      'test/sdk/lib/wait-until-ready.test.ts': PRODUCT,
    },
  },
  {
    what: 'wait without the limits of Vitest, which are a second',
    instead: 'Use `until` or `expect.poll`.',
    in: 'test/**/*.ts',
    find: all(/\bvi\.wait(?:For|Until)\b/g),
    except: {},
  },
  {
    what: 'have the same input in every run',
    instead: 'Take numbers from `seeded`, and properties from test/helpers/input/fast-check.ts.',
    in: 'test/**/*.ts',
    find: all(/\bMath\.random\(|from 'fast-check'/g),
    except: { 'test/helpers/input/fast-check.ts': 'It sets the seed.' },
  },
  {
    what: 'look for no short word where a random identifier may have it',
    instead: 'Look at a field, or for more letters.',
    in: 'test/**/*.ts',
    find: shortWords,
    except: {
      'test/deploy/docker.test.ts': FIXED,
      'test/server/answering/passages/widen-passage.test.ts': FIXED,
      'test/server/ingestion/parsers/markdown/markdown.test.ts': FIXED,
      'test/server/ingestion/parsers/pdf/pdf-headers-footers.test.ts': FIXED,
      'test/server/mail/mailer.test.ts': FIXED,
      'test/server/platform/log.test.ts': FIXED,
      'test/widget/hostile-answers.test.ts': FIXED,
    },
  },
];

/** What measures is for people to read (npm run bench, eval and inputs), and this file names what it looks for. */
const exclude = ['test/{research,inputs}/**', 'test/tests.test.ts'];

function findings({ in: pattern, find }: Rule): Map<string, string[]> {
  const files = globSync(pattern, { cwd: ROOT, exclude }).map((path) => path.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(100);
  return new Map(
    files
      .map((path): [string, string[]] => [path, find(readFileSync(`${ROOT}${path}`, 'utf8'))])
      .filter(([, found]) => found.length > 0),
  );
}

describe('the tests', () => {
  it.each(RULES)('$what', (rule) => {
    const broken = [...findings(rule)].filter(([path]) => !(path in rule.except));
    expect(Object.fromEntries(broken), rule.instead).toEqual({});
  });

  it('need each exception', () => {
    const needless = RULES.flatMap((rule) => {
      const found = findings(rule);
      return Object.keys(rule.except).filter((path) => !found.has(path));
    });
    expect(needless).toEqual([]);
  });

  it.each([
    ['measure no time', 'const began = performance.now();'],
    ['measure no time', 'expect(Date.now() - began).toBeLessThan(50)'],
    ['sleep only with `settle`, before they expect that nothing happens', 'await delay(20);'],
    ['wait as long as all others', "await expect.poll(ready, { timeout: 5_000 }).toBe('ready')"],
    ['wait as long as all others', 'it(…, async () => {\n  }, 60_000);'],
    ['look for no short word where a random identifier may have it', "expect(log).not.toContain('eyJ')"],
    ['look for no short word where a random identifier may have it', 'expect(log).not.toMatch(/canary|eyJ/)'],
  ])('are found where they do not %s: %s', (what, code) => {
    expect(RULES.find((rule) => rule.what === what)?.find(code)).toHaveLength(1);
  });
});
