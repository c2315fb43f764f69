import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerEvent, AnswerSlot, Question } from '../../../../../server/answering/types.ts';
import { newId } from '../../../../../server/platform/ids.ts';
import {
  createProposalService,
  type ProposalService,
} from '../../../../../server/services/answers/proposals/proposals.ts';
import { errors } from '../../../../../server/services/errors.ts';
import type { ProjectRow, SourceRow, Store } from '../../../../../server/store/types.ts';
import { aChunk, aProject, ingested, SILENT, temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';
import { until } from '../../../../helpers/timing/until.ts';

/** What is said to a question: by default, its page answers it. */
interface Said {
  reason?: 'stop' | 'unsure' | 'refused';
  text?: string;
  cites?: string;
}

describe.each(rowStores())('what is proposed for an empty chat on $name', ({ open }) => {
  let store: Store;
  const places = temporaryPlaces();
  let project: ProjectRow;
  let proposals: ProposalService;
  let said: Record<string, Said>;
  let pages: Record<string, string>;
  let asked: string[];
  let busy: () => boolean;

  async function* answer({ text }: Question): AsyncGenerator<AnswerEvent> {
    asked.push(text);
    const { reason = 'stop', text: words = 'So it is. [1]', cites = pages[text] ?? '' } = said[text] ?? {};
    const quote = { quote: 'x', quoteStart: 0, quoteEnd: 1, text: 'x', chunkId: '1', indexedAt: 1, address: null };
    yield { type: 'citations', citations: cites ? [{ id: 1, source_id: cites, title: 'Guide', ...quote }] : [] };
    yield { type: 'text', delta: words };
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    yield { type: 'finish', reason, usage, suggestions: [], unsupported: [] };
  }
  const slot: AnswerSlot = { answer, release: () => undefined };
  const newService = (reserve = () => slot) =>
    createProposalService({ store, reserve, busy: () => busy(), log: SILENT, now: Date.now, quiet: 0 });

  /** A page with a section for each heading. */
  async function page(...headings: string[]): Promise<SourceRow> {
    const chunks = headings.map((heading, seq) => aChunk(seq, `About ${heading}`, { headings: ['Guide', heading] }));
    const source = await ingested(store, project.id, chunks);
    for (const heading of headings) pages[heading] = source.id;
    return source;
  }
  const now = async () => proposals.of((await store.projects.byId(project.id)) ?? project);
  /** What is proposed once it is current. */
  async function made() {
    await until(async () => (await now()).state === 'made', 'proposals');
    const { questions, asked: count } = await now();
    return { questions: questions.map(({ question }) => question), asked: count };
  }
  const set = async (widget: Partial<ProjectRow['widget']>) =>
    store.projects.update(project.id, { widget: { ...project.widget, ...widget } }, 2);

  beforeAll(async () => {
    store = places.track(await open(places.directory()));
  });
  afterAll(() => places.clear());
  beforeEach(async () => {
    project = await withProject(store, { id: aProject().id });
    [said, pages, asked, busy] = [{}, {}, [], () => false];
    proposals = newService();
    return () => proposals.close();
  });

  it('is what the documents answer with certainty, whole and from the page of the heading', async () => {
    const other = await page('Installation');
    const { id } = await page('Is it loud?', 'Is it unsure?', 'Is it refused?', 'Is it cut off?', 'Is it elsewhere?');
    said = {
      'Is it unsure?': { reason: 'unsure' },
      'Is it refused?': { reason: 'refused' },
      'Is it cut off?': { text: 'Some rows … 10 more rows [1]' },
      'Is it elsewhere?': { cites: other.id },
    };
    expect((await now()).state).toBe('pending');
    expect(await made()).toEqual({ questions: ['Is it loud?'], asked: 5 });
    expect((await now()).questions).toEqual([{ question: 'Is it loud?', from: 'heading', sourceId: id }]);
    // What is current is not asked again, by this server or another one.
    await proposals.close();
    proposals = newService();
    expect((await now()).state).toBe('made');
    expect(asked).toHaveLength(5);
  });

  it('is four questions at most, golden ones first if their answer is as it must be', async () => {
    const { id } = await page('Is it one?', 'Is it two?', 'Is it three?', 'Is it four?', 'Is it five?');
    const golden = { projectId: project.id, text: null, source: null, refused: false };
    const create = (one: object) =>
      store.goldenQuestions.create({ ...golden, id: newId('gold'), question: '', createdAt: 1, ...one }, 9);
    await create({ question: 'Is it golden?' });
    await create({ question: 'Is it brass?', text: 'gold' });
    for (const question of ['Is it golden?', 'Is it brass?']) pages[question] = id;
    expect(await made()).toEqual({
      questions: ['Is it golden?', 'Is it one?', 'Is it two?', 'Is it three?'],
      asked: 5,
    });
  });

  it('is nothing, and nothing is asked, where the owner has turned it off or has written questions', async () => {
    await page('Is it one?');
    await set({ suggest: false });
    expect(await now()).toEqual({ state: 'off', questions: [], asked: 0 });
    await set({ suggestions: ['Mine?'] });
    expect((await now()).state).toBe('own');
    const row = (await store.projects.byId(project.id)) ?? project;
    expect(await proposals.firstQuestions(row)).toEqual(['Mine?']);
    proposals.look(project.id);
    await set({});
    expect((await made()).questions).toEqual(['Is it one?']);
    expect(asked).toEqual(['Is it one?']);
  });

  it('is made again when documents change, without those that were refused or whose page has gone', async () => {
    await page('Is it one?', 'Is it two?');
    expect((await made()).questions).toEqual(['Is it one?', 'Is it two?']);
    expect((await proposals.refuse(project.id, 'Is it one?')).questions).toHaveLength(1);
    const { id } = await page('Is it three?');
    expect((await made()).questions).toEqual(['Is it three?', 'Is it two?']);
    await store.sources.delete(project.id, id);
    // At once, and not only when they are made again.
    const stored = (await store.projects.byId(project.id))?.proposals;
    expect(stored?.questions.map(({ question }) => question)).toEqual(['Is it two?']);
    expect((await made()).questions).toEqual(['Is it two?']);
  });

  it('is looked for while no one waits for an answer, and later if there is no place for another one', async () => {
    await page('Is it one?');
    let looked = 0;
    busy = () => ++looked < 2 && asked.length === 0;
    let refused = 0;
    await proposals.close();
    proposals = newService(() => {
      if (refused++ === 0) throw errors.busy(1);
      return slot;
    });
    expect((await made()).questions).toEqual(['Is it one?']);
    expect(looked).toBeGreaterThan(1);
    expect(refused).toBe(2);
  });
});
