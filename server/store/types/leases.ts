import { table, text, time } from '../table.ts';

/** Which process does the work that only one at a time may do. */
export const leases = table('leases', { name: text, owner: text, leaseUntil: time }, ['name']);

/**
 * Work of which there is one, and which one process at a time is to do. It is a courtesy that saves work, not a fence: what
 * is written by a holder that has lost its lease without noticing must be harmless by itself.
 */
export interface Leases {
  /** Takes it, or renews it, until `now + leaseMs`. False: another one has it. */
  take(name: string, owner: string, now: number, leaseMs: number): Promise<boolean>;
  /** Gives it back before its time. */
  give(name: string, owner: string): Promise<void>;
}
