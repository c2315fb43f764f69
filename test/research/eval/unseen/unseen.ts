import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloneOf, type Repository, readFiles } from '../../train-vectors/repository.ts';
import {
  type Documentation,
  type Documentations,
  documentationNames,
  readQuestions,
  toDocument,
} from '../docs-qa/documentation.ts';

/** The questions and manifests, a folder for each documentation. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** The environment variable that names the folder of the clones, each as `owner+name`. */
export const CLONES = 'UNSEEN_CLONES';

/**
 * The documentations that nothing is trained on or tuned to. Their pages stay in clones of their repositories, at the commits
 * that the manifests name.
 */
export function unseen(clones = process.env[CLONES] ?? '', folder = FOLDER): Documentations {
  const all = documentationNames(folder).map((name) => ({ name, repository: readManifest(folder, name) }));
  const isHere = ({ repository }: { repository: Repository }) =>
    clones !== '' && existsSync(cloneOf(clones, repository));
  return {
    names: all.filter(isHere).map(({ name }) => name),
    missing: all
      .filter((one) => !isHere(one))
      .map(
        ({ name, repository: { repository, commit } }) =>
          `${name} is skipped: the folder that ${CLONES} names has no clone of ${repository} (${commit.slice(0, 12)}).`,
      ),
    load: (name) => loadUnseen(clones, folder, name),
  };
}

function loadUnseen(clones: string, parent: string, name: string): Documentation {
  const folder = join(parent, name);
  const documents = readFiles(clones, readManifest(parent, name))
    .map(({ path, text, groups }) => ({ ...toDocument(groups.page ?? path), text }))
    .sort((one, other) => (one.doc_id < other.doc_id ? -1 : 1));
  return { name, folder, documents, questions: readQuestions(folder) };
}

/** Where the pages of a documentation are. */
export const readManifest = (folder: string, name: string): Repository =>
  JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as Repository;
