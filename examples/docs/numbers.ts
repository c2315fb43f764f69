/** The numbers and lists that pages say and the code decides: `make.ts` writes them into the pages. */
import { LIMITS, TASK_WORDS } from '../../server/answering/extractive/excerpts/choose-excerpts.ts';
import { MAX_CALLS } from '../../server/answering/verification/answerer-judge.ts';
import { ATTEMPTS } from '../../server/backup/bucket.ts';
import { ENOUGH_QUESTIONS, MOST_BUSY } from '../../server/diagnosis/load.ts';
import { findModel, MODEL_CATALOGUE } from '../../server/engines/catalogue/model-catalogue.ts';
import { memoryNeeded } from '../../server/engines/catalogue/model-needs.ts';
import type { TierAnswers } from '../../server/engines/catalogue/tier.ts';
import { TIERS } from '../../server/engines/catalogue/tiers.generated.ts';
import { MAX_PART_BYTES } from '../../server/http/body.ts';
import { CONSOLE_SHARE } from '../../server/http/rate-limit.ts';
import { LIMITS as CRAWL_LIMITS, EACH_PAGE } from '../../server/ingestion/crawl/crawl-step.ts';
import { DEFAULT_LIMITS, RECOGNITION_LIMITS } from '../../server/ingestion/parse/parser-pool.ts';
import { MAX_BYTES as MAX_HTML_BYTES } from '../../server/ingestion/parsers/html/parse-html.ts';
import { MAX_PAGES, MAX_SCANNED_PAGES } from '../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { MAX_PIXELS } from '../../server/ingestion/parsers/picture/parse-picture.ts';
import { MAX_CHARACTERS } from '../../server/ingestion/parsers/text/text-builder.ts';
import { LONG } from '../../server/language/similarity/edit-distance.ts';
import { MAX_BATCH_FILES, MAX_QUESTION_LENGTH } from '../../server/platform/limits.ts';
import { MAX_PAGE_LENGTH } from '../../server/platform/network/web-address.ts';
import { WIDGET_LANGUAGES } from '../../server/platform/widget-languages.ts';
import { MAX_OVERLAP_SECONDS } from '../../server/routes/access/api-keys.ts';
import { MAX_WORDINGS } from '../../server/routes/answers/curated-answers.ts';
import { MAX_METADATA } from '../../server/routes/sources/source-descriptions.ts';
import { MAX_KEYS } from '../../server/services/access/api-keys.ts';
import { CONFIRMATION_MS } from '../../server/services/access/confirmation.ts';
import { SESSION_USE_MS } from '../../server/services/access/credentials.ts';
import { MAX_CHAIN_SECONDS } from '../../server/services/access/widget-tokens.ts';
import { MAX_LOGIN_ADDRESSES } from '../../server/services/accounts/login-throttle.ts';
import { DAILY as DAILY_MAILS } from '../../server/services/accounts/mail-limits.ts';
import { PUBLIC_BUDGET } from '../../server/services/answers/budget.ts';
import { DAILY as DAILY_HANDOVERS } from '../../server/services/answers/handovers.ts';
import { PART } from '../../server/services/answers/passages.ts';
import { PASSAGES_PER_GROUP } from '../../server/services/answers/unanswered.ts';
import { DEFAULT_DAYS, MAX_DAYS } from '../../server/services/answers/usage-report.ts';
import { MAX_WEBHOOKS } from '../../server/services/webhooks.ts';
import { MAX_ATTEMPTS } from '../../server/store/coordination/job-fence.ts';
import { FAILING_MS } from '../../server/webhooks/delivery-worker.ts';
import { carriedRows, QUESTIONS_EACH, visitorRows } from '../../test/research/bench/scale/how-far.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A number or a list of a page, with the words before and after it, by which it is found. `page`: from this folder. */
interface GuideNumber {
  page: string;
  before: string;
  number: string;
  after: string;
  pattern: string;
}

/** How many passages an unsure answer shows at most. */
const MOST_CLOSEST = Math.max(...Object.values(LIMITS.closest).map(({ length }) => length));

const NUMBER = String.raw`[\w,.]+`;
const LIST = '[\\w,` ]+';
const ROWS = String.raw`(?:\|[^\n]*\n)+`;

export const NUMBERS: readonly GuideNumber[] = [
  at('owner/sources.md', 'A document is tried at most ', word(MAX_ATTEMPTS), ' times'),
  at('owner/sources.md', 'A PDF may have ', digits(MAX_SCANNED_PAGES), ' pages that are pictures'),
  at('owner/sources.md', 'the PDF has more than ', digits(MAX_SCANNED_PAGES), ' pages that are pictures'),
  at('owner/sources.md', 'One PDF may have up to ', digits(MAX_PAGES), ' pages'),
  at('owner/sources.md', 'the PDF has more than ', digits(MAX_PAGES), ' pages |'),
  at('owner/sources.md', 'and a picture ', digits(MAX_PIXELS / 1e6), ' million pixels'),
  at('owner/sources.md', 'the picture has more than ', digits(MAX_PIXELS / 1e6), ' million pixels'),
  at('owner/sources.md', 'One document may hold up to ', digits(MAX_CHARACTERS / 1e6), ' million characters'),
  at('owner/sources.md', 'A file of HTML may have ', digits(MAX_HTML_BYTES / 2 ** 20), ' MB'),
  at('owner/sources.md', 'at most one minute and ', digits(DEFAULT_LIMITS.resident), ' MB'),
  at('owner/sources.md', 'text may take ', word((RECOGNITION_LIMITS.page ?? 0) / MINUTE_MS), ' minutes a page'),
  at('owner/sources.md', 'in all, and ', digits(RECOGNITION_LIMITS.resident / 1024), ' GB'),
  at('owner/sources.md', 'It ends after ', word(CRAWL_LIMITS.duration / (60 * MINUTE_MS)), ' hours or '),
  at('operator/configuration.md', 'it may take a second, ', digits(EACH_PAGE.bytes / 1024), ' KB and '),
  at('operator/configuration.md', ' KB and ', word(EACH_PAGE.urls), ' addresses for each page'),
  at('owner/sources.md', ' hours or ', digits(CRAWL_LIMITS.bytes / 2 ** 20), ' MB, if not before'),
  at('owner/handovers.md', 'A visitor can hand over ', word(DAILY_HANDOVERS.visitor), ' questions a day'),
  at('owner/handovers.md', 'questions a day, an address ', word(DAILY_HANDOVERS.address), ', and a project'),
  at('owner/handovers.md', 'a project gets at most ', digits(DAILY_HANDOVERS.project), '. They are'),
  at('owner/website-widget.md', 'a public widget may ask ', digits(PUBLIC_BUDGET.requests ?? 0), ' questions a day'),
  at('owner/website-widget.md', 'questions a day, and each visitor ', digits(PUBLIC_BUDGET.per_visitor ?? 0), '. Set'),
  at('owner/website-widget.md', 'comes in parts of ', digits(PART), ' passages'),
  at('owner/how-answers-are-made.md', 'A question of ', digits(TASK_WORDS), ' words or more'),
  at('owner/how-answers-are-made.md', 'it gets one part, and up to ', word(mostParts('fact', 'sentence') - 1), ' more'),
  at('owner/how-answers-are-made.md', 'too long, and up to ', word(mostParts('task') - 1), ' more parts'),
  at('owner/how-answers-are-made.md', 'shows up to ', word(MOST_CLOSEST), ' of the closest'),
  at('owner/how-answers-are-made.md', 'or two in words of ', word(LONG), ' letters'),
  at('owner/how-answers-are-made.md', 'what is asked, up to ', digits(MAX_QUESTION_LENGTH), ' characters'),
  at('developer/chat-api.md', 'the question, 1 to ', digits(MAX_QUESTION_LENGTH), ' characters'),
  at('owner/conversations-and-use.md', '`?` or `#`, cut at ', digits(MAX_PAGE_LENGTH), ' characters'),
  at('owner/conversations-and-use.md', 'and the ', word(PASSAGES_PER_GROUP), ' passages that come nearest'),
  at('owner/conversations-and-use.md', 'it is the last ', digits(DEFAULT_DAYS), ' days; at most '),
  at('owner/conversations-and-use.md', ' days; at most ', digits(MAX_DAYS), '. The counts'),
  at('owner/your-answers.md', 'at most ', word(MAX_WORDINGS), '. They matter most'),
  at(
    'owner/members.md',
    'Invitations are mailed ',
    word(DAILY_MAILS.invitation.recipient),
    ' times a day to one address',
  ),
  at('owner/members.md', 'to one address, and ', word(DAILY_MAILS.invitation.account), ' times a day for each account'),
  at('developer/credentials.md', 'which is exact to ', word(SESSION_USE_MS / MINUTE_MS), ' minutes'),
  at('developer/credentials.md', 'remembers the latest ', digits(MAX_LOGIN_ADDRESSES), ' addresses'),
  at('developer/credentials.md', '`overlap_seconds` (up to ', digits(MAX_OVERLAP_SECONDS / 86_400), ' days'),
  at('developer/credentials.md', 'before it expires, for ', digits(MAX_CHAIN_SECONDS / 86_400), ' days at most'),
  at('developer/webhooks.md', 'A project may have ', word(MAX_WEBHOOKS), ' webhooks'),
  at('developer/webhooks.md', 'none was accepted for ', word(FAILING_MS / DAY_MS), ' days'),
  at('developer/docs-folder.md', 'Metadata are at most ', digits(MAX_METADATA), ' names'),
  at('developer/docs-folder.md', 'the number of files. At most ', digits(MAX_BATCH_FILES), ' files'),
  at('operator/configuration.md', 'A project can have ', digits(MAX_KEYS), ' API keys'),
  at('operator/configuration.md', 'one more call, up to ', word(MAX_CALLS), ' for a long answer'),
  at(
    'operator/configuration.md',
    '|---|---|---|---|---|---|---|---|\n',
    tierRows(),
    '\nMemory is that of the model',
    ROWS,
  ),
  at('operator/configuration.md', 'with their tokens: it may be ', word(CONSOLE_SHARE), ' times `RATE_LIMIT_GENERAL`'),
  at('operator/configuration.md', '`bge-small-en-v1.5` takes up to ', memory('bge-small-en-v1.5'), ' GB'),
  at('operator/configuration.md', '`multilingual-e5-small` up to ', memory('multilingual-e5-small'), ' GB'),
  at('operator/configuration.md', '`qwen3-embedding-0.6b` up to ', memory('qwen3-embedding-0.6b'), ' GB'),
  at('operator/configuration.md', '`bge-reranker-v2-m3` up to ', memory('bge-reranker-v2-m3'), ' GB'),
  at('operator/configuration.md', '`qwen3-4b-instruct-2507` up to ', memory('qwen3-4b-instruct-2507'), ' GB'),
  at(
    'operator/console.md',
    'if you have not given it within ',
    word(CONFIRMATION_MS / MINUTE_MS),
    ' minutes: a backup',
  ),
  at(
    'operator/console.md',
    'not given it within ',
    word(CONFIRMATION_MS / MINUTE_MS),
    ' minutes, and are kept in the audit log',
  ),
  at(
    'owner/website-widget.md',
    "the language of the page, else the browser's: ",
    languageNames(),
    '. Everything can',
    LIST,
  ),
  at('../../widget/README.md', "else the browser's) or a tag: ", languageTags(), ' |', LIST),
  at(
    'operator/how-far.md',
    '95 % of them answered within |\n|---|---|---|---|---|\n',
    carriedRows(),
    '\nThese are projects',
    ROWS,
  ),
  at('operator/how-far.md', 'assumes that each visitor asks ', word(QUESTIONS_EACH), ' questions'),
  at(
    'operator/how-far.md',
    '| 95 % within |\n|---|---|---|---|---|---|---|---|\n',
    visitorRows(),
    '\nCores and memory',
    ROWS,
  ),
  at('operator/how-far.md', 'busy for ', digits(100 * MOST_BUSY), ' % of that minute'),
  at('operator/how-far.md', 'With fewer than ', digits(ENOUGH_QUESTIONS), ' questions in that minute'),
  at('operator/console.md', 'It is sent in parts of at most ', digits(MAX_PART_BYTES / 2 ** 20), ' MB'),
  at('operator/console.md', 'A part that fails is sent again up to ', word(ATTEMPTS - 1), ' times'),
];

/** The page with its numbers as the code has them. Throws if the words around a number are not there once. */
export function withNumbers(page: string, text: string): string {
  return NUMBERS.filter((one) => one.page === page).reduce((before, one) => {
    const [head = '', ...rest] = before.split(
      new RegExp(`(?<=${escaped(one.before)})${one.pattern}(?=${escaped(one.after)})`),
    );
    if (rest.length !== 1) throw new Error(`${page} does not say "${one.before}${one.number}${one.after}" once.`);
    return head + one.number + rest[0];
  }, text);
}

function at(page: string, before: string, number: string, after: string, pattern = NUMBER): GuideNumber {
  return { page, before, number, after, pattern };
}

/** In GB, of a model that is loaded. */
function memory(name: string): string {
  const model = findModel(MODEL_CATALOGUE, name);
  if (!model) throw new Error(`There is no model ${name} in the catalogue.`);
  return (memoryNeeded(model) / 1e9).toFixed(1);
}

/** Of an answer to questions of these kinds. */
function mostParts(...kinds: (keyof typeof LIMITS.likely)[]): number {
  return Math.max(...kinds.flatMap((kind) => [LIMITS.likely[kind].length, LIMITS.open[kind].length]));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What was measured with the reader, and of the built-in vectors without it as well. */
function tierRows(): string {
  const named = (embedder: string) => (embedder === 'builtin' ? 'the built-in vectors' : `\`${embedder}\``);
  const answered = ({ inResponse, questions }: TierAnswers) => `${inResponse} of ${questions}`;
  const places = ({ first, among5, among30 }: TierAnswers) => `${first}, ${among5}, ${among30}`;
  return TIERS.filter(({ embedder, reader }) => reader || embedder === 'builtin')
    .map(({ embedder, reader, memory, importSeconds, questionMilliseconds, docsQa, unseen }) => [
      `${named(embedder)}${reader ? '' : ', `READER=off`'}`,
      `${memory / 1e6} MB`,
      `${importSeconds} s`,
      `${questionMilliseconds} ms`,
      ...[answered(docsQa), answered(unseen), places(docsQa), places(unseen)],
    ])
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

/** In English, as in “Arabic, Chinese or Dutch”. */
function languageNames(): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const sorted = WIDGET_LANGUAGES.map((language) => names.of(language)).sort();
  return `${sorted.slice(0, -1).join(', ')} or ${sorted.at(-1)}`;
}

function languageTags(): string {
  return WIDGET_LANGUAGES.map((language) => `\`${language}\``).join(', ');
}

function digits(number: number): string {
  return number.toLocaleString('en-US');
}

/** Small numbers are words in the guide. */
function word(number: number): string {
  const words: Record<number, string> = {
    2: 'two',
    3: 'three',
    4: 'four',
    5: 'five',
    6: 'six',
    7: 'seven',
    8: 'eight',
    9: 'nine',
    10: 'ten',
    20: 'twenty',
    50: 'fifty',
  };
  return words[number] ?? digits(number);
}
