import { fileURLToPath } from 'node:url';
import { createFolderHub } from './folder-hub.ts';
import type { Hub } from './hub.ts';
import { createWebHub } from './web-hub.ts';

/** Whether models come from a folder of this machine, so that a download sends nothing to another one. */
export const isFolderUrl = (url: string): boolean => url.startsWith('file:');

/** What MODELS_URL names: a site, or with `file:` a folder. */
export const createHub = (url: string): Hub =>
  isFolderUrl(url) ? createFolderHub(fileURLToPath(url)) : createWebHub(url);
