import { expect, it } from 'vitest';
import { createAccountSlots } from '../../../../server/platform/scheduling/account-slots.ts';
import { settle } from '../../../helpers/timing/until.ts';

const { signal } = new AbortController();

/** Slots whose work lasts until it is ended by its name. */
function scripted(places: { total: number; each: number }) {
  const slots = createAccountSlots(places);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return {
    slots,
    begun,
    work,
    run: (account: string, name: string, until = signal) => slots.run(account, until, work(name)),
    async end(name: string) {
      ends.get(name)?.();
      await settle(1);
    },
  };
}

it('leaves a place to others, however much one account has to do', async () => {
  const { run, begun, end } = scripted({ total: 3, each: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
  void run('b', 'b1');
  await settle(1);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  void run('c', 'c1');
  void run('b', 'b2');
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  // Account c has a place, the others have one each: a asked first.
  await end('c1');
  expect(begun.at(-1)).toBe('a3');
});

it('does all that one asks for who joined first before what others of the account ask for', async () => {
  const { slots, begun, end, work } = scripted({ total: 1, each: 1 });
  const [first, second, third] = [1, 2, 3].map(() => slots.join('a', signal));
  void first?.run(work('first'));
  void second?.run(work('second'));
  void third?.run(work('third'));
  await settle(1);
  await end('first');
  void first?.run(work('more of the first'));
  void slots.run('a', signal, work('last'));
  for (const name of ['second', 'more of the first', 'third']) await end(name);
  expect(begun).toEqual(['first', 'second', 'more of the first', 'third', 'last']);
});

it('gives a place back when the work fails', async () => {
  const { slots, run, begun } = scripted({ total: 1, each: 1 });
  await expect(slots.run('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  void run('a', 'next');
  await settle(1);
  expect(begun).toEqual(['next']);
});

it('does not begin the work of one that left while it waited, or before', async () => {
  const { run, begun, end } = scripted({ total: 1, each: 1 });
  const leaving = new AbortController();
  void run('a', 'first');
  const waiting = run('b', 'left', leaving.signal);
  void run('c', 'last');
  leaving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(run('b', 'late', leaving.signal)).rejects.toThrow('gone');
  await end('first');
  expect(begun).toEqual(['first', 'last']);
});
