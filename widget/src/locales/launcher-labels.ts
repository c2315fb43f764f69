/** What the launcher is called in each language before anything else of the widget is loaded: `open` of all the strings. */
export const LAUNCHER_LABELS: Record<string, string> = {
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
