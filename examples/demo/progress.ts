import type { IngestionStage, Source } from '@footnote/sdk';
import { MultiBar } from 'cli-progress';

const STAGES: IngestionStage[] = ['queued', 'fetch', 'parse', 'ocr', 'chunk', 'embed', 'index'];

/** The fields of a source that the view needs. */
export type SourceState = Pick<Source, 'status' | 'progress' | 'chunks_count'>;

/** Shows the progress of the sources: a bar for each in a terminal, otherwise a line for each when it ends. */
export interface ProgressView {
  show(name: string, source: SourceState): void;
  stop(): void;
}

const hasEnded = ({ status }: SourceState) => status === 'completed' || status === 'failed';

/** From 0 to 100: all stages have the same weight, and within a stage the share that is done counts. */
export function percentage(source: SourceState): number {
  if (hasEnded(source)) return 100;
  if (!source.progress) return 0;
  const { stage, done, total } = source.progress;
  const within = total > 0 ? Math.min(done / total, 1) : 0;
  return Math.round(((Math.max(STAGES.indexOf(stage), 0) + within) / STAGES.length) * 100);
}

const words = (source: SourceState) =>
  source.status === 'completed' ? `${source.chunks_count} passages` : (source.progress?.stage ?? source.status);

export function createProgressView(names: readonly string[], terminal: boolean): ProgressView {
  const width = Math.max(...names.map((name) => name.length));
  return terminal ? bars(names, width) : lines(width);
}

function bars(names: readonly string[], width: number): ProgressView {
  const all = new MultiBar({
    format: '  {name}  {bar}  {words}',
    barsize: 24,
    barCompleteChar: '━',
    barIncompleteChar: '─',
    hideCursor: true,
    // Otherwise the library handles Ctrl-C, and the demo could not clean up.
    gracefulExit: false,
  });
  const byName = new Map(
    names.map((name) => [name, all.create(100, 0, { name: name.padEnd(width), words: 'waiting' })]),
  );
  return {
    show: (name, source) => byName.get(name)?.update(percentage(source), { words: words(source) }),
    stop: () => all.stop(),
  };
}

function lines(width: number): ProgressView {
  const ended = new Set<string>();
  return {
    show: (name, source) => {
      if (!hasEnded(source) || ended.has(name)) return;
      ended.add(name);
      console.log(`  ${name.padEnd(width)}  ${source.status}, ${words(source)}`);
    },
    stop: () => {},
  };
}
