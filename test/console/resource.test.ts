import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { describe, expect, it } from 'vitest';
import { Resource } from '../../server/console/controllers/resource.ts';

/** A view that is told what it shows. */
function view() {
  const controllers: ReactiveController[] = [];
  const host = {
    addController: (one: ReactiveController) => void controllers.push(one),
    requestUpdate: () => undefined,
  } as unknown as ReactiveControllerHost;
  return { host, update: () => controllers.forEach((one) => void one.hostUpdate?.()) };
}

/** A resource whose answers arrive when the test says so, in any order, even if they were aborted. */
function resource() {
  const { host, update } = view();
  const answers: PromiseWithResolvers<string>[] = [];
  const shown = { key: 'one' };
  const loaded = new Resource<string>(host, {
    key: () => shown.key,
    load() {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const show = (key: string) => {
    shown.key = key;
    update();
  };
  const answer = async (at: number, settle: (answer?: PromiseWithResolvers<string>) => void) => {
    settle(answers[at]);
    await new Promise(setImmediate);
  };
  return { loaded, show, answer };
}

describe('the data of a view', () => {
  it('is that of the latest key, whichever answer arrives last', async () => {
    const { loaded, show, answer } = resource();
    show('one');
    show('two');
    await answer(1, (one) => one?.resolve('of two'));
    await answer(0, (one) => one?.resolve('of one'));
    expect([loaded.value, loaded.error, loaded.loading]).toEqual(['of two', null, false]);
  });

  it('is not that of an earlier key while the latest is being loaded', async () => {
    const { loaded, show, answer } = resource();
    show('one');
    show('two');
    await answer(0, (one) => one?.resolve('of one'));
    expect([loaded.value, loaded.loading]).toEqual([undefined, true]);
    await answer(1, (one) => one?.resolve('of two'));
    expect([loaded.value, loaded.loading]).toEqual(['of two', false]);
  });

  it('shows no failure of a load that a newer one has replaced', async () => {
    const { loaded, show, answer } = resource();
    show('one');
    const reloaded = loaded.reload();
    await answer(1, (one) => one?.resolve('newer'));
    await answer(0, (one) => one?.reject(new Error('gone')));
    await reloaded;
    expect([loaded.value, loaded.error]).toEqual(['newer', null]);
  });

  it('stays what the owner has just changed it to', async () => {
    const { loaded, show, answer } = resource();
    show('one');
    loaded.set('changed');
    await answer(0, (one) => one?.resolve('before the change'));
    expect(loaded.value).toBe('changed');
  });
});
