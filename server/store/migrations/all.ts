import { initial } from './0001-initial.ts';
import { loginAddresses } from './0002-login-addresses.ts';
import { pageStarts } from './0003-page-starts.ts';
import { answerReasons } from './0004-answer-reasons.ts';
import { chunkBlocks } from './0005-chunk-blocks.ts';
import { unsureAnswers } from './0006-unsure-answers.ts';
import { noStoredSecret } from './0007-no-stored-secret.ts';
import { keyScopes } from './0008-key-scopes.ts';
import { keyRotation } from './0009-key-rotation.ts';
import { sourceBytes } from './0010-source-bytes.ts';
import { accountTurns } from './0011-account-turns.ts';
import { keyAddresses } from './0012-key-addresses.ts';
import { sessions } from './0013-sessions.ts';
import { auditLog } from './0014-audit-log.ts';
import { sourceIdentity } from './0015-source-identity.ts';
import { webhooks } from './0016-webhooks.ts';
import { members } from './0017-members.ts';
import { handovers } from './0018-handovers.ts';
import { curatedAnswers } from './0019-curated-answers.ts';
import { goldenQuestions } from './0020-golden-questions.ts';
import { askedPages } from './0021-asked-pages.ts';
import { widgetOrigins } from './0022-widget-origins.ts';
import { projectQuotas } from './0023-project-quotas.ts';
import { widgetImages } from './0024-widget-images.ts';
import { reading } from './0025-reading.ts';
import { wordCodes } from './0026-word-codes.ts';
import { answerCertainty } from './0027-answer-certainty.ts';
import { oneIdentity } from './0028-one-identity.ts';
import { means } from './0029-means.ts';
import { repositories } from './0030-repositories.ts';

/** A schema change, with words for the operator that say what it is for. */
interface Migration {
  title: string;
  statements: string[];
}

/** Only append to it. */
const CHANGES: Migration[] = [
  { title: 'the first schema', statements: initial },
  { title: 'the addresses of earlier logins', statements: loginAddresses },
  { title: 'where pages begin; files of several pages are read again', statements: pageStarts },
  { title: 'why an answer ended as it did', statements: answerReasons },
  { title: 'headings, lists, tables and code; files and texts are read again', statements: chunkBlocks },
  { title: 'unsure answers', statements: unsureAnswers },
  { title: 'no signing secret in the database', statements: noStoredSecret },
  { title: 'scopes and expiry of API keys', statements: keyScopes },
  { title: 'rotation of API keys', statements: keyRotation },
  { title: 'the size of sources', statements: sourceBytes },
  { title: 'the turns of accounts in ingestion', statements: accountTurns },
  { title: 'the addresses of API keys', statements: keyAddresses },
  { title: 'sessions and second factors of accounts', statements: sessions },
  { title: 'the audit log', statements: auditLog },
  { title: 'names, addresses and labels of sources', statements: sourceIdentity },
  { title: 'webhooks and their deliveries', statements: webhooks },
  { title: 'members and invitations of projects, deactivated accounts, sign-in with a provider', statements: members },
  { title: 'questions that visitors hand over to a person', statements: handovers },
  { title: 'answers that owners write', statements: curatedAnswers },
  { title: 'golden questions and their checks; the state of feedback', statements: goldenQuestions },
  { title: 'the pages that questions were asked from; mails when refusals rise', statements: askedPages },
  { title: 'where the widget was last seen', statements: widgetOrigins },
  { title: 'quotas of projects', statements: projectQuotas },
  { title: 'logos and avatars of widgets', statements: widgetImages },
  { title: 'what was left out of documents; HTML files are read again', statements: reading },
  { title: 'the words of passages, as the reader reads them', statements: wordCodes },
  { title: 'how certain answers were', statements: answerCertainty },
  {
    title:
      'one person of a provider for each account; accounts with several keep the first and are signed out; since when originals have no source',
    statements: oneIdentity,
  },
  { title: 'the means of passages, by which the reader finds them', statements: means },
  { title: 'git repositories that sources are read from', statements: repositories },
];

/** Every schema change, in order; the version of a database is the number of changes applied to it. */
export const migrations: string[][] = CHANGES.map(({ statements }) => statements);

/** The titles of the changes in the same order. */
export const migrationTitles: string[] = CHANGES.map(({ title }) => title);
