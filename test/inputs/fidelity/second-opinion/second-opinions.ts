import { chromium } from './chromium.ts';
import { libreOffice } from './libreoffice.ts';
import { poppler } from './poppler.ts';
import type { SecondOpinion } from './second-opinion.ts';

export const SECOND_OPINIONS: readonly SecondOpinion[] = [chromium, libreOffice, poppler];
