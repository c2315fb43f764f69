import { Presets, SingleBar } from 'cli-progress';

/** A started bar on standard error. */
export function progressBar(what: string, total: number): SingleBar {
  const progress = new SingleBar(
    { format: `${what.padEnd(34)} {bar} {value}/{total}`, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  progress.start(total, 0);
  return progress;
}
