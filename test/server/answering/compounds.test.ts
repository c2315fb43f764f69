import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certainty } from '../../../server/answering/certainty/answerability.ts';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { createPassageFinder } from '../../../server/answering/retrieval/passage-finder.ts';
import { search } from '../../../server/answering/retrieval/search.ts';
import { joinedTerms } from '../../../server/language/terms.ts';
import type { Store } from '../../../server/store/types.ts';
import { aChunk, aSource, claimed, staged, temporaryPlaces, withProject } from '../../helpers/stores/rows.ts';
import { searchStores } from '../../helpers/stores/tested-stores.ts';

const TEXTS = [
  'Das Zertifikat wird alle neunzig Tage erneuert. Wer nicht warten will, kann das Zertifikat selbst erneuern.',
  'Nachrichten werden im Posteingang angezeigt. Eine Nachricht darf zehn Megabyte haben.',
  'Der Kalender zeigt alle Termine der Woche. Termine lassen sich mit der Maus verschieben.',
  'Unter Einstellungen lässt sich die Sprache wählen. Die Änderung gilt sofort.',
  'Zum Abmelden klicken Sie oben rechts auf Ihren Namen. Danach schließen Sie das Fenster.',
  'Der Sprecher des Vereins wird jährlich gewählt. Jedes Mitglied hat eine Stimme.',
];

for (const { name, open } of searchStores()) {
  describe(`a compound that no passage has (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;

    beforeAll(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
      await store.sources.create(aSource(projectId));
      const job = await claimed(store);
      const chunks = TEXTS.map((text, at) => aChunk(at, text, { terms: joinedTerms(text, 'de') }));
      const generation = await staged(store, job, chunks);
      const document = { title: 'Handbuch', language: 'de', text: TEXTS.join('\n\n') };
      const published = { document, chunksCount: chunks.length, metadata: { filename: 'handbuch.md' }, at: 9_000 };
      await store.chunks.publish(job, generation, published);
    });
    afterAll(() => places.clear());

    const asking = (text: string) => ({
      projectId,
      text,
      history: [],
      contact: '',
      signal: new AbortController().signal,
    });
    const searched = (text: string) => {
      const question = asking(text);
      return search({ store, embedder: null }, question, contextualizeQuery(question));
    };

    it('leads to a passage that has its parts', async () => {
      const [best] = (await searched('Zertifikatserneuerung')).ranked;
      expect(best?.match.passage.text).toBe(TEXTS[0]);
      expect(best?.features.coverage).toBe(1);
    });

    it('is highlighted where its parts stand', async () => {
      const finder = createPassageFinder({ store, embedder: () => null, reranker: () => null });
      const { found } = await finder.find({
        ...asking('Zertifikatserneuerung'),
        accountId: 'acc',
        limit: 1,
        typing: false,
      });
      const [first] = found;
      const highlighted = first?.highlights.map(({ start, end }) => first.passage.text.slice(start, end));
      expect(highlighted).toEqual(['Zertifikat', 'Zertifikat', 'erneuern']);
    });

    it('is not answered as if sure by a passage that has one part alone', async () => {
      const found = await searched('Werden Nachrichtensprecher im Posteingang mit zehn Megabyte angezeigt?');
      expect(found.ranked[0]?.match.passage.text).toBe(TEXTS[1]);
      expect(certainty(found).outcome).toBe('unsure');
      expect(certainty({ ...found, terms: { ...found.terms, compounds: [] } }).outcome).toBe('sure');
    });
  });
}
