import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Footnote } from '@footnote/sdk';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { residentMegabytes } from './processes.ts';
import { ingest, startSubject, withDirectory, withSubject } from './subject.ts';

const ROUNDS = 3;
/** The time after which a server has freed the memory of its start. */
const SETTLE_MS = 5000;
const GUIDE = ['getting-started.md', 'owner/sources.md', 'made/operations.pdf'];

/** Measures the time from the start of a server to its first answer, and its memory when idle. */
export async function measureStart(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const { projectId, apiKey } = await withSubject(directory, async (subject) => {
      for (const name of GUIDE)
        await ingest(
          subject,
          await readFile(new URL(`../../../examples/docs/${name}`, import.meta.url)),
          basename(name),
        );
      return subject;
    });
    const times: number[] = [];
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const server = await startSubject(directory);
      try {
        const footnote = new Footnote({ baseURL: `${server.origin}/v1`, apiKey });
        const answer = await footnote.chat.create(projectId, { query: 'How do I back up Footnote?' });
        times.push(performance.now() - began);
        if (answer.citations.length === 0) throw new Error('The first answer cites nothing.');
        await sleep(SETTLE_MS);
        sizes.push(residentMegabytes(server.pid));
      } finally {
        await server.stop();
      }
    }
    const [time, size] = [median(times), median(sizes)];
    return [
      {
        what: 'start to first answer',
        floor: '–',
        measured: `${round(time)} ms`,
        target: '≤ 1 s',
        verdict: verdict(time <= 1000),
      },
      {
        what: 'memory of an idle server',
        floor: '–',
        measured: `${round(size)} MB`,
        target: '≤ 175 MB',
        verdict: Number.isNaN(size) ? 'unknown' : verdict(size <= 175),
      },
    ];
  });
}
