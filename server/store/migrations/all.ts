import { initial } from './0001-initial.ts';
import { loginAddresses } from './0002-login-addresses.ts';
import { pageStarts } from './0003-page-starts.ts';
import { answerReasons } from './0004-answer-reasons.ts';
import { chunkBlocks } from './0005-chunk-blocks.ts';
import { unsureAnswers } from './0006-unsure-answers.ts';

/**
 * Every schema change, in order; the version of a database is the number of changes applied to it. Only append to it.
 */
export const migrations: string[][] = [initial, loginAddresses, pageStarts, answerReasons, chunkBlocks, unsureAnswers];
