import { Presets, SingleBar } from 'cli-progress';

const FORMAT = '{bar} {percentage} %  {megabytes} of {all} MB  {eta_formatted} left';

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Shows the progress of a command, in bytes. */
export interface ProgressLine {
  show(done: number, total: number): void;
  /** Call this before anything else is written. */
  stop(): void;
}

/** Writes a line at every 10%, for an output that is not a terminal. */
export function progressInLines(say: (line: string) => void): ProgressLine {
  let tenths = 0;
  return {
    show(done, total) {
      const reached = Math.floor((done / total) * 10);
      if (reached > tenths) say(`${reached * 10} %  ${megabytes(done)} of ${megabytes(total)} MB`);
      tenths = Math.max(tenths, reached);
    },
    stop() {},
  };
}

/** Draws a progress bar in the terminal. */
export function progressBar(stream: NodeJS.WriteStream): ProgressLine {
  const bar = new SingleBar({ format: FORMAT, stream, hideCursor: true, etaBuffer: 200 }, Presets.shades_classic);
  return {
    show(done, total) {
      if (!bar.isActive) bar.start(total, done, { megabytes: megabytes(done), all: megabytes(total) });
      bar.update(done, { megabytes: megabytes(done) });
    },
    stop: () => bar.stop(),
  };
}

/** Draws a progress bar for a number of things. */
export function countBar(stream: NodeJS.WriteStream, what: string): ProgressLine {
  const bar = new SingleBar(
    { format: `{bar} {value} of {total} ${what}`, stream, hideCursor: true },
    Presets.shades_classic,
  );
  return {
    show(done, total) {
      if (!bar.isActive) bar.start(total, done);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

/** The same for an output that is not a terminal: a line at every quarter. */
export function countInLines(say: (line: string) => void, what: string): ProgressLine {
  let quarters = 0;
  return {
    show(done, total) {
      const reached = Math.floor((done / total) * 4);
      if (reached > quarters) say(`${done} of ${total} ${what}`);
      quarters = Math.max(quarters, reached);
    },
    stop() {},
  };
}
