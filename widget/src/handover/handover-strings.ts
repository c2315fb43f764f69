import type { WidgetLanguage } from '@footnote/sdk';

/** The strings of the form for a person. They are loaded with it, all languages together. */
export interface HandoverStrings {
  email: string;
  /** The link beside the checkbox. */
  more: string;
  sent: string;
  /** Why it was not taken. */
  tooMany: string;
  invalid: string;
}

type Row = [email: string, more: string, sent: string, tooMany: string, invalid: string];

const ROWS: Record<WidgetLanguage, Row> = {
  ar: [
    'بريدك الإلكتروني',
    'اعرف المزيد',
    'تم الإرسال. ستصلك الإجابة بالبريد الإلكتروني.',
    'أرسلت أسئلة كثيرة اليوم. حاول غدًا.',
    'تحقق من بريدك الإلكتروني وسؤالك.',
  ],
  de: [
    'Ihre E-Mail-Adresse',
    'Mehr dazu',
    'Abgeschickt. Die Antwort kommt per E-Mail.',
    'Heute wurden schon viele Fragen abgeschickt. Versuchen Sie es morgen wieder.',
    'Prüfen Sie Ihre E-Mail-Adresse und Ihre Frage.',
  ],
  en: [
    'Your e-mail address',
    'Read more',
    'Sent. The answer comes by e-mail.',
    'Many questions were sent today. Try again tomorrow.',
    'Check your e-mail address and your question.',
  ],
  es: [
    'Tu correo electrónico',
    'Más información',
    'Enviado. La respuesta llegará por correo electrónico.',
    'Hoy ya se han enviado muchas preguntas. Inténtalo mañana.',
    'Revisa tu correo electrónico y tu pregunta.',
  ],
  fr: [
    'Votre adresse e-mail',
    'En savoir plus',
    'Envoyé. La réponse arrivera par e-mail.',
    'Beaucoup de questions ont été envoyées aujourd’hui. Réessayez demain.',
    'Vérifiez votre adresse e-mail et votre question.',
  ],
  hi: [
    'आपका ईमेल पता',
    'और जानें',
    'भेज दिया गया। जवाब ईमेल से आएगा।',
    'आज बहुत से सवाल भेजे जा चुके हैं। कल फिर कोशिश करें।',
    'अपना ईमेल पता और सवाल जाँचें।',
  ],
  it: [
    'Il tuo indirizzo e-mail',
    'Maggiori informazioni',
    'Inviata. La risposta arriverà per e-mail.',
    'Oggi sono già state inviate molte domande. Riprova domani.',
    'Controlla il tuo indirizzo e-mail e la tua domanda.',
  ],
  ja: [
    'メールアドレス',
    '詳細',
    '送信しました。回答はメールで届きます。',
    '本日はすでに多くの質問が送信されました。明日もう一度お試しください。',
    'メールアドレスと質問を確認してください。',
  ],
  ko: [
    '이메일 주소',
    '자세히 보기',
    '보냈습니다. 답변은 이메일로 옵니다.',
    '오늘은 이미 많은 질문을 보냈습니다. 내일 다시 시도하세요.',
    '이메일 주소와 질문을 확인하세요.',
  ],
  nl: [
    'Je e-mailadres',
    'Meer hierover',
    'Verstuurd. Het antwoord komt per e-mail.',
    'Er zijn vandaag al veel vragen verstuurd. Probeer het morgen opnieuw.',
    'Controleer je e-mailadres en je vraag.',
  ],
  pt: [
    'Seu endereço de e-mail',
    'Saiba mais',
    'Enviado. A resposta chega por e-mail.',
    'Já foram enviadas muitas perguntas hoje. Tente novamente amanhã.',
    'Verifique seu endereço de e-mail e sua pergunta.',
  ],
  zh: [
    '您的电子邮箱',
    '了解更多',
    '已发送。答复将通过电子邮件发给您。',
    '今天发送的问题已经很多，请明天再试。',
    '请检查您的电子邮箱和问题。',
  ],
};

export function handoverStrings(language: string): HandoverStrings {
  const [email, more, sent, tooMany, invalid] = ROWS[language as WidgetLanguage] ?? ROWS.en;
  return { email, more, sent, tooMany, invalid };
}
