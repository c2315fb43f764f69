import type { EngineGpu } from '@footnote/sdk';

export const GPU_NAMES: Record<EngineGpu, string> = { cuda: 'CUDA (Nvidia)', vulkan: 'Vulkan' };

/** Tesseract's names of languages that are not codes of ISO 639. */
const CHINESE: Record<string, string> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };
const names = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language of text recognition: `German` for `deu`. */
export const languageName = (language: string): string => names.of(CHINESE[language] ?? language) ?? language;
