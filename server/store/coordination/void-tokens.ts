import { randomInt } from 'node:crypto';

/** A statement with its only parameter. */
type Statement = [sql: string, epoch: number];

/**
 * The statements that revoke every user and widget token of this installation, of any earlier state of it, and of any copy.
 * Incrementing the epochs is not enough: in a copy they may have been incremented too, and tokens with those epochs may exist. A
 * server never counts up to a random number of ten digits.
 */
export const tokenVoidingStatements = (): Statement[] => [
  ['update users set token_epoch = ?, kept_token = null', newEpoch()],
  ['update projects set widget_epoch = ?', newEpoch()],
];

const newEpoch = () => randomInt(1_000_000_000, 2_000_000_000);
