/** Runs one asynchronous piece of work after the other, first come, first served. A failed one does not stop the next. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
