import { WIDGET_LANGUAGE_DIRECTIONS, type WidgetLanguage } from '../../platform/widget-languages.ts';

/** What the document page says by itself, in the languages of the widget. */
export interface PageWords {
  language: WidgetLanguage;
  direction: 'ltr' | 'rtl';
  skip: string;
  contents: string;
  parts: string;
  part(number: number, of: number): string;
  page(number: number): string;
  back: string;
  webPage: string;
  original: string;
  previous: string;
  next: string;
  code: string;
  table: string;
  /** Title and text of a link that shows nothing. */
  expired: [title: string, text: string];
  gone: [title: string, text: string];
  file: [title: string, text: string];
  unknown: [title: string, text: string];
  askAgain: string;
  openSource: string;
}

const WORDS: Record<WidgetLanguage, Omit<PageWords, 'language' | 'direction'>> = {
  en: {
    skip: 'Go to the quoted words',
    contents: 'Contents',
    parts: 'Parts',
    part: (number, of) => `Part ${number} of ${of}`,
    page: (number) => `Page ${number}`,
    back: 'Back to the quoted words',
    webPage: 'Open the web page',
    original: 'Open the original file',
    previous: 'Previous part',
    next: 'Next part',
    code: 'Code',
    table: 'Table',
    expired: ['This link has expired', 'Links to a document work for one day after the answer.'],
    gone: ['This passage is no longer there', 'The document has changed or has been deleted since the answer.'],
    file: [
      'This file cannot be opened',
      'It has been deleted, or its owner does not let visitors open whole documents.',
    ],
    unknown: ['This link is not valid', 'It may be incomplete. Copy the whole address and try again.'],
    askAgain: 'Close this tab to return to the chat, and ask your question again. The new answer has a new link.',
    openSource: 'Open the source in the console',
  },
  de: {
    skip: 'Zu den zitierten Worten',
    contents: 'Inhalt',
    parts: 'Teile',
    part: (number, of) => `Teil ${number} von ${of}`,
    page: (number) => `Seite ${number}`,
    back: 'Zurück zu den zitierten Worten',
    webPage: 'Webseite öffnen',
    original: 'Originaldatei öffnen',
    previous: 'Vorheriger Teil',
    next: 'Nächster Teil',
    code: 'Code',
    table: 'Tabelle',
    expired: ['Dieser Link ist abgelaufen', 'Links zu einem Dokument gelten einen Tag lang nach der Antwort.'],
    gone: ['Diese Stelle gibt es nicht mehr', 'Das Dokument wurde seit der Antwort geändert oder gelöscht.'],
    file: [
      'Diese Datei lässt sich nicht öffnen',
      'Sie wurde gelöscht, oder Besucher dürfen ganze Dokumente nicht öffnen.',
    ],
    unknown: [
      'Dieser Link ist ungültig',
      'Vielleicht ist er unvollständig. Kopieren Sie die ganze Adresse und versuchen Sie es noch einmal.',
    ],
    askAgain:
      'Schließen Sie diesen Tab, um zum Chat zurückzukehren, und stellen Sie Ihre Frage noch einmal. Die neue Antwort hat einen neuen Link.',
    openSource: 'Quelle in der Konsole öffnen',
  },
  fr: {
    skip: 'Aller aux mots cités',
    contents: 'Sommaire',
    parts: 'Parties',
    part: (number, of) => `Partie ${number} sur ${of}`,
    page: (number) => `Page ${number}`,
    back: 'Revenir aux mots cités',
    webPage: 'Ouvrir la page web',
    original: 'Ouvrir le fichier d’origine',
    previous: 'Partie précédente',
    next: 'Partie suivante',
    code: 'Code',
    table: 'Tableau',
    expired: ['Ce lien a expiré', 'Les liens vers un document fonctionnent pendant un jour après la réponse.'],
    gone: ['Ce passage n’existe plus', 'Le document a été modifié ou supprimé depuis la réponse.'],
    file: [
      'Ce fichier ne peut pas être ouvert',
      'Il a été supprimé, ou les visiteurs ne peuvent pas ouvrir les documents entiers.',
    ],
    unknown: [
      'Ce lien n’est pas valide',
      'Il est peut-être incomplet. Copiez l’adresse entière et essayez de nouveau.',
    ],
    askAgain:
      'Fermez cet onglet pour revenir au chat et posez de nouveau votre question. La nouvelle réponse contient un nouveau lien.',
    openSource: 'Ouvrir la source dans la console',
  },
  es: {
    skip: 'Ir a las palabras citadas',
    contents: 'Contenido',
    parts: 'Partes',
    part: (number, of) => `Parte ${number} de ${of}`,
    page: (number) => `Página ${number}`,
    back: 'Volver a las palabras citadas',
    webPage: 'Abrir la página web',
    original: 'Abrir el archivo original',
    previous: 'Parte anterior',
    next: 'Parte siguiente',
    code: 'Código',
    table: 'Tabla',
    expired: [
      'Este enlace ha caducado',
      'Los enlaces a un documento funcionan durante un día después de la respuesta.',
    ],
    gone: ['Este pasaje ya no existe', 'El documento se ha modificado o eliminado desde la respuesta.'],
    file: ['Este archivo no se puede abrir', 'Se ha eliminado, o los visitantes no pueden abrir documentos completos.'],
    unknown: ['Este enlace no es válido', 'Puede estar incompleto. Copie la dirección completa e inténtelo de nuevo.'],
    askAgain:
      'Cierre esta pestaña para volver al chat y haga su pregunta de nuevo. La nueva respuesta tiene un enlace nuevo.',
    openSource: 'Abrir la fuente en la consola',
  },
  it: {
    skip: 'Vai alle parole citate',
    contents: 'Indice',
    parts: 'Parti',
    part: (number, of) => `Parte ${number} di ${of}`,
    page: (number) => `Pagina ${number}`,
    back: 'Torna alle parole citate',
    webPage: 'Apri la pagina web',
    original: 'Apri il file originale',
    previous: 'Parte precedente',
    next: 'Parte successiva',
    code: 'Codice',
    table: 'Tabella',
    expired: ['Questo link è scaduto', 'I link a un documento funzionano per un giorno dopo la risposta.'],
    gone: ['Questo passaggio non esiste più', 'Il documento è stato modificato o eliminato dopo la risposta.'],
    file: [
      'Questo file non può essere aperto',
      'È stato eliminato, oppure i visitatori non possono aprire documenti interi.',
    ],
    unknown: ['Questo link non è valido', 'Forse è incompleto. Copi l’intero indirizzo e riprovi.'],
    askAgain: 'Chiuda questa scheda per tornare alla chat e ripeta la domanda. La nuova risposta ha un nuovo link.',
    openSource: 'Apri la fonte nella console',
  },
  nl: {
    skip: 'Naar de geciteerde woorden',
    contents: 'Inhoud',
    parts: 'Delen',
    part: (number, of) => `Deel ${number} van ${of}`,
    page: (number) => `Pagina ${number}`,
    back: 'Terug naar de geciteerde woorden',
    webPage: 'Webpagina openen',
    original: 'Origineel bestand openen',
    previous: 'Vorig deel',
    next: 'Volgend deel',
    code: 'Code',
    table: 'Tabel',
    expired: ['Deze link is verlopen', 'Links naar een document werken één dag na het antwoord.'],
    gone: ['Deze passage bestaat niet meer', 'Het document is sinds het antwoord gewijzigd of verwijderd.'],
    file: ['Dit bestand kan niet worden geopend', 'Het is verwijderd, of bezoekers mogen geen hele documenten openen.'],
    unknown: [
      'Deze link is niet geldig',
      'Misschien is hij onvolledig. Kopieer het hele adres en probeer het opnieuw.',
    ],
    askAgain:
      'Sluit dit tabblad om terug te gaan naar de chat en stel uw vraag opnieuw. Het nieuwe antwoord heeft een nieuwe link.',
    openSource: 'Bron openen in de console',
  },
  pt: {
    skip: 'Ir para as palavras citadas',
    contents: 'Conteúdo',
    parts: 'Partes',
    part: (number, of) => `Parte ${number} de ${of}`,
    page: (number) => `Página ${number}`,
    back: 'Voltar às palavras citadas',
    webPage: 'Abrir a página web',
    original: 'Abrir o arquivo original',
    previous: 'Parte anterior',
    next: 'Próxima parte',
    code: 'Código',
    table: 'Tabela',
    expired: ['Este link expirou', 'Os links para um documento funcionam por um dia após a resposta.'],
    gone: ['Este trecho não existe mais', 'O documento foi alterado ou excluído desde a resposta.'],
    file: [
      'Este arquivo não pode ser aberto',
      'Ele foi excluído, ou os visitantes não podem abrir documentos inteiros.',
    ],
    unknown: ['Este link não é válido', 'Talvez esteja incompleto. Copie o endereço inteiro e tente de novo.'],
    askAgain: 'Feche esta aba para voltar ao chat e faça a pergunta de novo. A nova resposta tem um novo link.',
    openSource: 'Abrir a fonte no console',
  },
  ar: {
    skip: 'الانتقال إلى الكلمات المقتبسة',
    contents: 'المحتويات',
    parts: 'الأجزاء',
    part: (number, of) => `الجزء ${number} من ${of}`,
    page: (number) => `الصفحة ${number}`,
    back: 'العودة إلى الكلمات المقتبسة',
    webPage: 'فتح صفحة الويب',
    original: 'فتح الملف الأصلي',
    previous: 'الجزء السابق',
    next: 'الجزء التالي',
    code: 'تعليمات برمجية',
    table: 'جدول',
    expired: ['انتهت صلاحية هذا الرابط', 'تعمل روابط المستندات لمدة يوم واحد بعد الإجابة.'],
    gone: ['لم يعد هذا المقطع موجودًا', 'تغيّر المستند أو حُذف منذ الإجابة.'],
    file: ['لا يمكن فتح هذا الملف', 'حُذف الملف، أو لا يُسمح للزوار بفتح المستندات الكاملة.'],
    unknown: ['هذا الرابط غير صالح', 'ربما يكون غير مكتمل. انسخ العنوان كاملًا وحاول مرة أخرى.'],
    askAgain: 'أغلق علامة التبويب هذه للعودة إلى المحادثة واطرح سؤالك مرة أخرى. تتضمن الإجابة الجديدة رابطًا جديدًا.',
    openSource: 'فتح المصدر في لوحة التحكم',
  },
  hi: {
    skip: 'उद्धृत शब्दों पर जाएँ',
    contents: 'विषय-सूची',
    parts: 'भाग',
    part: (number, of) => `भाग ${number} / ${of}`,
    page: (number) => `पृष्ठ ${number}`,
    back: 'उद्धृत शब्दों पर वापस जाएँ',
    webPage: 'वेब पेज खोलें',
    original: 'मूल फ़ाइल खोलें',
    previous: 'पिछला भाग',
    next: 'अगला भाग',
    code: 'कोड',
    table: 'तालिका',
    expired: ['इस लिंक की अवधि समाप्त हो गई है', 'दस्तावेज़ के लिंक उत्तर के बाद एक दिन तक काम करते हैं।'],
    gone: ['यह अंश अब मौजूद नहीं है', 'उत्तर के बाद दस्तावेज़ बदल गया है या हटा दिया गया है।'],
    file: ['यह फ़ाइल नहीं खोली जा सकती', 'इसे हटा दिया गया है, या आगंतुकों को पूरे दस्तावेज़ खोलने की अनुमति नहीं है।'],
    unknown: ['यह लिंक मान्य नहीं है', 'शायद यह अधूरा है। पूरा पता कॉपी करें और फिर से कोशिश करें।'],
    askAgain: 'चैट पर लौटने के लिए यह टैब बंद करें और अपना प्रश्न फिर से पूछें। नए उत्तर में नया लिंक होगा।',
    openSource: 'कंसोल में स्रोत खोलें',
  },
  ja: {
    skip: '引用箇所へ移動',
    contents: '目次',
    parts: 'パート',
    part: (number, of) => `パート ${number} / ${of}`,
    page: (number) => `${number} ページ`,
    back: '引用箇所に戻る',
    webPage: 'ウェブページを開く',
    original: '元のファイルを開く',
    previous: '前のパート',
    next: '次のパート',
    code: 'コード',
    table: '表',
    expired: ['このリンクは期限切れです', '文書へのリンクは、回答から 1 日間有効です。'],
    gone: ['この箇所はもうありません', '回答の後に文書が変更または削除されました。'],
    file: ['このファイルは開けません', 'ファイルが削除されたか、訪問者は文書全体を開けません。'],
    unknown: [
      'このリンクは無効です',
      'アドレスが途中で切れている可能性があります。全体をコピーして、もう一度お試しください。',
    ],
    askAgain: 'このタブを閉じてチャットに戻り、もう一度質問してください。新しい回答に新しいリンクがあります。',
    openSource: 'コンソールでソースを開く',
  },
  ko: {
    skip: '인용된 부분으로 이동',
    contents: '목차',
    parts: '부분',
    part: (number, of) => `${of}개 중 ${number}번째 부분`,
    page: (number) => `${number}쪽`,
    back: '인용된 부분으로 돌아가기',
    webPage: '웹 페이지 열기',
    original: '원본 파일 열기',
    previous: '이전 부분',
    next: '다음 부분',
    code: '코드',
    table: '표',
    expired: ['이 링크는 만료되었습니다', '문서 링크는 답변 후 하루 동안 유효합니다.'],
    gone: ['이 구절은 더 이상 없습니다', '답변 이후 문서가 변경되었거나 삭제되었습니다.'],
    file: ['이 파일을 열 수 없습니다', '파일이 삭제되었거나 방문자는 전체 문서를 열 수 없습니다.'],
    unknown: ['이 링크는 유효하지 않습니다', '주소가 불완전할 수 있습니다. 전체 주소를 복사하여 다시 시도하세요.'],
    askAgain: '이 탭을 닫고 채팅으로 돌아가 다시 질문하세요. 새 답변에 새 링크가 있습니다.',
    openSource: '콘솔에서 소스 열기',
  },
  zh: {
    skip: '转到引用的文字',
    contents: '目录',
    parts: '各部分',
    part: (number, of) => `第 ${number} 部分，共 ${of} 部分`,
    page: (number) => `第 ${number} 页`,
    back: '返回引用的文字',
    webPage: '打开网页',
    original: '打开原始文件',
    previous: '上一部分',
    next: '下一部分',
    code: '代码',
    table: '表格',
    expired: ['此链接已过期', '文档链接在回答后一天内有效。'],
    gone: ['此段落已不存在', '回答之后，文档已被更改或删除。'],
    file: ['无法打开此文件', '文件已被删除，或者访客不能打开完整文档。'],
    unknown: ['此链接无效', '链接可能不完整。请复制完整地址后重试。'],
    askAgain: '请关闭此标签页返回聊天，然后重新提问。新的回答会有新的链接。',
    openSource: '在控制台中打开来源',
  },
};

/** In the first of the reader's languages that there is (`Accept-Language`), else in English. */
export function pageWords(acceptLanguage: string): PageWords {
  const wanted = acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = Number(/q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? 1);
      return { language: tag.split('-')[0] ?? '', quality: Number.isNaN(quality) ? 0 : quality };
    })
    .filter(({ language, quality }) => quality > 0 && Object.hasOwn(WORDS, language))
    .sort((one, other) => other.quality - one.quality);
  const language = (wanted[0]?.language ?? 'en') as WidgetLanguage;
  return { ...WORDS[language], language, direction: WIDGET_LANGUAGE_DIRECTIONS[language] };
}
