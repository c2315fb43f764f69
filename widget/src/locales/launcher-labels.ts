import type { WidgetLanguage } from '@footnote/sdk';

/** The launcher's label in each language, which is needed before any file of strings is loaded; the same as `open` there. */
export const LAUNCHER_LABELS: Record<WidgetLanguage, string> = {
  ar: 'اطرح سؤالًا',
  de: 'Frage stellen',
  en: 'Ask a question',
  es: 'Hacer una pregunta',
  fr: 'Poser une question',
  hi: 'सवाल पूछें',
  it: 'Fai una domanda',
  ja: '質問する',
  ko: '질문하기',
  nl: 'Een vraag stellen',
  pt: 'Fazer uma pergunta',
  zh: '提问',
};
