import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Repository } from '../../train-vectors/repository.ts';
import { type Documentation, documentationNames, readQuestions } from '../docs-qa/documentation.ts';
import { holdsKeys } from '../docs-qa/judge.ts';
import { readManifest, unseen } from './unseen.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const NAMES = documentationNames(FOLDER);

const TRAINED_ON = ['train-vectors', 'train-reader'].flatMap(
  (folder) =>
    JSON.parse(readFileSync(new URL(`../../${folder}/manifest.json`, import.meta.url), 'utf8')) as Repository[],
);

/** Of the 40 questions of a documentation. */
const UNANSWERABLE = 6;

/** The text of a page as a reader sees it, as far as the keys of a question need it. */
const withoutTags = (page: string) =>
  page
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe.each(NAMES)('the questions about %s', (name) => {
  const questions = readQuestions(`${FOLDER}${name}`);
  const answerable = questions.filter((question) => question.answerable);

  it('are forty, each with an id and an answer of its own, or none', () => {
    const ids = questions.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, at) => `${name}-${String(at + 1).padStart(3, '0')}`));
    expect(questions).toHaveLength(40);
    expect(questions.length - answerable.length).toBe(UNANSWERABLE);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
    for (const { type, answerable: has, keys, gold, note, history } of questions) {
      expect(has).toBe(type !== 'unanswerable');
      expect(keys.length > 0 && gold.length > 0).toBe(has);
      expect(keys.every((group) => group.length > 0 && group.every((one) => one.trim() !== ''))).toBe(true);
      expect(note).not.toBe('');
      expect(history !== undefined).toBe(type === 'follow-up');
    }
  });

  it('are about pages of a repository at a commit, under an open licence', () => {
    const { repository, commit, licence, pages } = readManifest(FOLDER, name);
    expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(licence).toMatch(/^[\w.-]+(?: OR [\w.-]+)*$/);
    expect(new RegExp(pages).source).toContain('(?<page>');
  });

  it('are about none that the vectors or the reader were trained on', () => {
    expect(TRAINED_ON.map(({ repository }) => repository)).not.toContain(readManifest(FOLDER, name).repository);
  });

  const { names, missing, load } = unseen();
  const here = names.includes(name);
  it.skipIf(!here)(here ? 'quote their pages' : (missing.find((line) => line.startsWith(name)) ?? ''), () => {
    const pages = pagesOf(load(name));
    const wrong = answerable.flatMap(({ id, gold, keys }) => {
      const texts = gold.map(({ doc_id }) => pages.get(doc_id) ?? '');
      const unquoted = gold
        .filter(({ quote }, at) => !texts[at]?.includes(quote))
        .map(({ quote }) => `${id}: ${quote}`);
      return holdsKeys(withoutTags(texts.join('\n')), keys) ? unquoted : [...unquoted, `${id}: keys`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a documentation with a clone', () => {
  it('has the pages that its manifest matches, at the commit that it names', () => {
    const parent = mkdtempSync(join(tmpdir(), 'footnote-unseen-'));
    try {
      const [clone, folder] = [join(parent, 'clones/heron+docs'), join(parent, 'sets/heron')];
      const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim();
      const commit = (page: string) => {
        writeFileSync(join(clone, 'docs/guide/index.md'), page);
        git('add', '.');
        git('-c', 'user.name=Heron', '-c', 'user.email=heron@example.org', 'commit', '--quiet', '--message', 'Write');
        return git('rev-parse', 'HEAD');
      };
      for (const path of [join(clone, 'docs/guide'), folder]) mkdirSync(path, { recursive: true });
      git('init', '--quiet');
      writeFileSync(join(clone, 'README.md'), '# Heron');
      const manifest = { repository: 'heron/docs', commit: commit('# Nests'), licence: 'MIT' };
      commit('# Other nests');
      writeFileSync(join(folder, 'questions.jsonl'), '');
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, pages: '^docs/(?<page>.*\\.md)$' }));

      const { names, missing, load } = unseen(join(parent, 'clones'), join(parent, 'sets'));
      expect([names, missing]).toEqual([['heron'], []]);
      expect(load('heron').documents).toEqual([
        {
          doc_id: 'guide/index.md',
          title: 'guide/index.md',
          lang: 'en',
          format: 'md',
          filename: 'guide__index.md',
          text: '# Nests',
        },
      ]);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

describe('a documentation without a clone', () => {
  it('is skipped, by name', () => {
    const { names, missing } = unseen('/nowhere');
    expect(names).toEqual([]);
    expect(missing).toHaveLength(NAMES.length);
    for (const [at, name] of NAMES.entries()) {
      expect(missing[at]).toContain(`${name} is skipped`);
      expect(missing[at]).toContain(readManifest(FOLDER, name).repository);
    }
  });
});

const pagesOf = ({ documents }: Documentation) => new Map(documents.map(({ doc_id, text = '' }) => [doc_id, text]));
