import type { SmallTalk } from '../query/small-talk.ts';

/** The server's own sentences in one language. */
export interface Phrases extends Record<Exclude<SmallTalk, 'again' | 'person'>, string> {
  refusal: string;
  /** With `{contact}` where the contact goes. */
  contact: string;
  /** After an answer to a part of the question. */
  partial: string;
  /** After an answer that its limit cuts off. */
  cutOff: string;
  /** Before the passages of an unsure answer. */
  closest: string;
  /** Before further passages, where the best ones are in the conversation. */
  further: string;
  /** After a list, a table or code of which a part is left out. With `{count}` where the number of entries or lines goes. */
  more: string;
  /** The same where the number is not known, in languages that count with a word of its own. */
  moreUncounted?: string;
  /** Below the beginning of a page. With `{sections}` where the names of its sections go. */
  sections: string;
  /** With `{language}` where the name of a language goes. */
  documentLanguage: string;
}

const ENGLISH: Phrases = {
  refusal: 'I could not find an answer to this in the documents.',
  contact: 'You can ask here: {contact}',
  partial: 'I could not find more about this in the documents.',
  cutOff: 'The answer was cut off here because it became too long.',
  closest: 'This may not answer your question. The closest passages:',
  further: 'The passages that fit best are shown above. Further ones:',
  more: '… {count} more: open the passage',
  sections: 'Sections of this page: {sections}',
  documentLanguage: 'Language of the documents: {language}.',
  greeting: 'Hello! Ask me anything about these documents.',
  thanks: 'You’re welcome! Is there anything else you would like to know?',
  farewell: 'Goodbye!',
  notice: 'All right. What else can I look up for you?',
  about:
    'I am a program, not a person. I look for answers to your questions in these documents and show which passages they come from.',
};

/** The server's own sentences. Everything else in an answer comes from the documents. */
const PHRASES: Record<string, Phrases> = {
  en: ENGLISH,
  de: {
    refusal: 'Dazu habe ich in den Dokumenten keine Antwort gefunden.',
    contact: 'Hier können Sie nachfragen: {contact}',
    partial: 'Mehr habe ich dazu in den Dokumenten nicht gefunden.',
    cutOff: 'Hier wurde die Antwort abgeschnitten, weil sie zu lang wurde.',
    closest: 'Das beantwortet Ihre Frage vielleicht nicht. Die nächstliegenden Stellen:',
    further: 'Die passendsten Stellen stehen schon oben. Weitere:',
    more: '… {count} weitere: Stelle öffnen',
    sections: 'Abschnitte dieser Seite: {sections}',
    documentLanguage: 'Sprache der Dokumente: {language}.',
    greeting: 'Hallo! Fragen Sie mich gern etwas zu diesen Dokumenten.',
    thanks: 'Gern geschehen! Möchten Sie noch etwas wissen?',
    farewell: 'Auf Wiedersehen!',
    notice: 'Alles klar. Was darf ich noch für Sie nachschlagen?',
    about:
      'Ich bin ein Programm, kein Mensch. Ich suche in diesen Dokumenten nach Antworten auf Ihre Fragen und zeige, aus welchen Stellen sie stammen.',
  },
  fr: {
    refusal: 'Je n’ai pas trouvé de réponse à cette question dans les documents.',
    contact: 'Vous pouvez demander ici : {contact}',
    partial: 'Je n’ai rien trouvé de plus à ce sujet dans les documents.',
    cutOff: 'La réponse a été coupée ici, car elle devenait trop longue.',
    closest: 'Ceci ne répond peut-être pas à votre question. Les passages les plus proches :',
    further: 'Les passages les plus pertinents figurent déjà ci-dessus. En voici d’autres :',
    more: '… {count} de plus : ouvrir le passage',
    sections: 'Sections de cette page : {sections}',
    documentLanguage: 'Langue des documents : {language}.',
    greeting: 'Bonjour ! Posez-moi vos questions sur ces documents.',
    thanks: 'Avec plaisir ! Souhaitez-vous savoir autre chose ?',
    farewell: 'Au revoir !',
    notice: 'Très bien. Que puis-je encore chercher pour vous ?',
    about:
      'Je suis un programme, pas une personne. Je cherche dans ces documents les réponses à vos questions et j’indique de quels passages elles viennent.',
  },
  es: {
    refusal: 'No he encontrado una respuesta a esto en los documentos.',
    contact: 'Puedes preguntar aquí: {contact}',
    partial: 'No he encontrado nada más sobre esto en los documentos.',
    cutOff: 'La respuesta se ha cortado aquí porque era demasiado larga.',
    closest: 'Puede que esto no responda a tu pregunta. Los pasajes más cercanos:',
    further: 'Los pasajes más adecuados ya aparecen arriba. Otros:',
    more: '… {count} más: abre el pasaje',
    sections: 'Secciones de esta página: {sections}',
    documentLanguage: 'Idioma de los documentos: {language}.',
    greeting: '¡Hola! Pregúntame lo que quieras sobre estos documentos.',
    thanks: '¡De nada! ¿Quieres saber algo más?',
    farewell: '¡Hasta luego!',
    notice: 'De acuerdo. ¿Qué más quieres que busque?',
    about:
      'Soy un programa, no una persona. Busco en estos documentos las respuestas a tus preguntas y muestro de qué pasajes salen.',
  },
  it: {
    refusal: 'Non ho trovato una risposta a questa domanda nei documenti.',
    contact: 'Puoi chiedere qui: {contact}',
    partial: 'Non ho trovato altro su questo nei documenti.',
    cutOff: 'La risposta è stata interrotta qui perché era troppo lunga.',
    closest: 'Questo potrebbe non rispondere alla tua domanda. I passaggi più vicini:',
    further: 'I passaggi più adatti sono già qui sopra. Altri:',
    more: '… altri {count}: apri il passaggio',
    sections: 'Sezioni di questa pagina: {sections}',
    documentLanguage: 'Lingua dei documenti: {language}.',
    greeting: 'Ciao! Chiedimi pure qualcosa su questi documenti.',
    thanks: 'Prego! Vuoi sapere altro?',
    farewell: 'Arrivederci!',
    notice: 'Va bene. Che cos’altro posso cercare per te?',
    about:
      'Sono un programma, non una persona. Cerco in questi documenti le risposte alle tue domande e mostro da quali passaggi provengono.',
  },
  pt: {
    refusal: 'Não encontrei resposta para isto nos documentos.',
    contact: 'Pode perguntar aqui: {contact}',
    partial: 'Não encontrei mais nada sobre isto nos documentos.',
    cutOff: 'A resposta foi cortada aqui porque ficou demasiado longa.',
    closest: 'Isto pode não responder à sua pergunta. Os trechos mais próximos:',
    further: 'Os trechos mais adequados já estão acima. Outros:',
    more: '… mais {count}: abra o trecho',
    sections: 'Seções desta página: {sections}',
    documentLanguage: 'Idioma dos documentos: {language}.',
    greeting: 'Olá! Pergunte-me o que quiser sobre estes documentos.',
    thanks: 'De nada! Deseja saber mais alguma coisa?',
    farewell: 'Até logo!',
    notice: 'Muito bem. Que mais posso procurar para si?',
    about:
      'Sou um programa, não uma pessoa. Procuro nestes documentos as respostas às suas perguntas e mostro de que trechos vêm.',
  },
  nl: {
    refusal: 'Ik heb hierop geen antwoord gevonden in de documenten.',
    contact: 'Je kunt het hier vragen: {contact}',
    partial: 'Meer heb ik hierover niet gevonden in de documenten.',
    cutOff: 'Het antwoord is hier afgebroken omdat het te lang werd.',
    closest: 'Dit beantwoordt je vraag misschien niet. De passages die het dichtst in de buurt komen:',
    further: 'De best passende passages staan hierboven al. Andere:',
    more: '… nog {count}: open de passage',
    sections: 'Onderdelen van deze pagina: {sections}',
    documentLanguage: 'Taal van de documenten: {language}.',
    greeting: 'Hallo! Stel me gerust een vraag over deze documenten.',
    thanks: 'Graag gedaan! Wil je nog iets weten?',
    farewell: 'Tot ziens!',
    notice: 'Prima. Wat kan ik nog voor je opzoeken?',
    about:
      'Ik ben een programma, geen mens. Ik zoek in deze documenten naar antwoorden op je vragen en laat zien uit welke passages ze komen.',
  },
  sv: {
    refusal: 'Jag hittade inget svar på detta i dokumenten.',
    contact: 'Du kan fråga här: {contact}',
    partial: 'Jag hittade inget mer om detta i dokumenten.',
    cutOff: 'Svaret avbröts här eftersom det blev för långt.',
    closest: 'Det här kanske inte besvarar din fråga. De närmaste avsnitten:',
    further: 'De avsnitt som passar bäst står redan ovan. Fler:',
    more: '… {count} till: öppna avsnittet',
    sections: 'Avsnitt på den här sidan: {sections}',
    documentLanguage: 'Dokumentens språk: {language}.',
    greeting: 'Hej! Fråga mig gärna om de här dokumenten.',
    thanks: 'Varsågod! Vill du veta något mer?',
    farewell: 'Hej då!',
    notice: 'Okej. Vad mer kan jag leta upp åt dig?',
    about:
      'Jag är ett program, inte en människa. Jag söker svar på dina frågor i de här dokumenten och visar vilka avsnitt de kommer från.',
  },
  pl: {
    refusal: 'Nie znalazłem odpowiedzi na to pytanie w dokumentach.',
    contact: 'Można zapytać tutaj: {contact}',
    partial: 'Nie znalazłem nic więcej na ten temat w dokumentach.',
    cutOff: 'Odpowiedź została tu ucięta, ponieważ była zbyt długa.',
    closest: 'To może nie być odpowiedź na to pytanie. Najbliższe fragmenty:',
    further: 'Najlepiej pasujące fragmenty są już powyżej. Inne:',
    more: '… jeszcze {count}: otwórz fragment',
    sections: 'Sekcje tej strony: {sections}',
    documentLanguage: 'Język dokumentów: {language}.',
    greeting: 'Dzień dobry! Proszę pytać o te dokumenty.',
    thanks: 'Proszę bardzo! Czy mogę jeszcze w czymś pomóc?',
    farewell: 'Do widzenia!',
    notice: 'Dobrze. Czego jeszcze poszukać?',
    about:
      'Jestem programem, a nie człowiekiem. Szukam w tych dokumentach odpowiedzi na pytania i pokazuję, z których fragmentów pochodzą.',
  },
  ru: {
    refusal: 'Я не нашёл ответа на этот вопрос в документах.',
    contact: 'Вы можете спросить здесь: {contact}',
    partial: 'Больше об этом в документах я ничего не нашёл.',
    cutOff: 'Ответ здесь оборван, потому что он стал слишком длинным.',
    closest: 'Возможно, это не отвечает на ваш вопрос. Самые близкие отрывки:',
    further: 'Самые подходящие отрывки уже приведены выше. Другие:',
    more: '… ещё {count}: откройте фрагмент',
    sections: 'Разделы этой страницы: {sections}',
    documentLanguage: 'Язык документов: {language}.',
    greeting: 'Здравствуйте! Спрашивайте меня об этих документах.',
    thanks: 'Пожалуйста! Хотите узнать что-нибудь ещё?',
    farewell: 'До свидания!',
    notice: 'Хорошо. Что ещё для вас найти?',
    about:
      'Я программа, а не человек. Я ищу ответы на ваши вопросы в этих документах и показываю, из каких они отрывков.',
  },
  uk: {
    refusal: 'Я не знайшов відповіді на це запитання в документах.',
    contact: 'Ви можете запитати тут: {contact}',
    partial: 'Більше про це в документах я нічого не знайшов.',
    cutOff: 'Відповідь тут обірвано, бо вона стала надто довгою.',
    closest: 'Можливо, це не відповідає на ваше запитання. Найближчі уривки:',
    further: 'Найвідповідніші уривки вже наведено вище. Інші:',
    more: '… ще {count}: відкрийте уривок',
    sections: 'Розділи цієї сторінки: {sections}',
    documentLanguage: 'Мова документів: {language}.',
    greeting: 'Вітаю! Запитуйте мене про ці документи.',
    thanks: 'Будь ласка! Хочете дізнатися ще щось?',
    farewell: 'До побачення!',
    notice: 'Добре. Що ще для вас знайти?',
    about:
      'Я програма, а не людина. Я шукаю відповіді на ваші запитання в цих документах і показую, з яких вони уривків.',
  },
  el: {
    refusal: 'Δεν βρήκα απάντηση σε αυτό στα έγγραφα.',
    contact: 'Μπορείτε να ρωτήσετε εδώ: {contact}',
    partial: 'Δεν βρήκα κάτι περισσότερο για αυτό στα έγγραφα.',
    cutOff: 'Η απάντηση κόπηκε εδώ, επειδή έγινε πολύ μεγάλη.',
    closest: 'Αυτό ίσως δεν απαντά στην ερώτησή σας. Τα πιο κοντινά αποσπάσματα:',
    further: 'Τα πιο σχετικά αποσπάσματα υπάρχουν ήδη παραπάνω. Άλλα:',
    more: '… ακόμη {count}: ανοίξτε το απόσπασμα',
    sections: 'Ενότητες αυτής της σελίδας: {sections}',
    documentLanguage: 'Γλώσσα των εγγράφων: {language}.',
    greeting: 'Γεια σας! Ρωτήστε με ό,τι θέλετε για αυτά τα έγγραφα.',
    thanks: 'Παρακαλώ! Θέλετε να μάθετε κάτι άλλο;',
    farewell: 'Αντίο!',
    notice: 'Εντάξει. Τι άλλο θέλετε να αναζητήσω;',
    about:
      'Είμαι πρόγραμμα, όχι άνθρωπος. Αναζητώ σε αυτά τα έγγραφα απαντήσεις στις ερωτήσεις σας και δείχνω από ποια αποσπάσματα προέρχονται.',
  },
  ro: {
    refusal: 'Nu am găsit un răspuns la această întrebare în documente.',
    contact: 'Puteți întreba aici: {contact}',
    partial: 'Nu am găsit mai multe despre acest lucru în documente.',
    cutOff: 'Răspunsul a fost întrerupt aici pentru că a devenit prea lung.',
    closest: 'Este posibil ca acest lucru să nu răspundă la întrebare. Cele mai apropiate pasaje:',
    further: 'Pasajele cele mai potrivite sunt deja mai sus. Altele:',
    more: '… încă {count}: deschide pasajul',
    sections: 'Secțiunile acestei pagini: {sections}',
    documentLanguage: 'Limba documentelor: {language}.',
    greeting: 'Bună ziua! Întrebați-mă orice despre aceste documente.',
    thanks: 'Cu plăcere! Doriți să mai aflați ceva?',
    farewell: 'La revedere!',
    notice: 'Bine. Ce altceva să mai caut pentru dumneavoastră?',
    about:
      'Sunt un program, nu o persoană. Caut în aceste documente răspunsuri la întrebările dumneavoastră și arăt din ce pasaje provin.',
  },
  tr: {
    refusal: 'Belgelerde bunun yanıtını bulamadım.',
    contact: 'Buradan sorabilirsiniz: {contact}',
    partial: 'Belgelerde bu konuda daha fazlasını bulamadım.',
    cutOff: 'Yanıt çok uzadığı için burada kesildi.',
    closest: 'Bu, sorunuzu yanıtlamıyor olabilir. En yakın bölümler:',
    further: 'En uygun bölümler zaten yukarıda. Diğerleri:',
    more: '… {count} tane daha: bölümü açın',
    sections: 'Bu sayfanın bölümleri: {sections}',
    documentLanguage: 'Belgelerin dili: {language}.',
    greeting: 'Merhaba! Bu belgeler hakkında bana soru sorabilirsiniz.',
    thanks: 'Rica ederim! Başka bir şey öğrenmek ister misiniz?',
    farewell: 'Hoşça kalın!',
    notice: 'Tamam. Sizin için başka neye bakayım?',
    about:
      'Ben bir programım, insan değilim. Sorularınızın yanıtlarını bu belgelerde arar, hangi bölümlerden geldiklerini gösteririm.',
  },
  ar: {
    refusal: 'لم أجد إجابة عن هذا السؤال في المستندات.',
    contact: 'يمكنك السؤال هنا: {contact}',
    partial: 'لم أجد المزيد عن هذا في المستندات.',
    cutOff: 'انقطعت الإجابة هنا لأنها أصبحت طويلة جدًا.',
    closest: 'قد لا يجيب هذا عن سؤالك. أقرب المقاطع:',
    further: 'أنسب المقاطع معروضة أعلاه. مقاطع أخرى:',
    more: '… {count} أخرى: افتح المقطع',
    sections: 'أقسام هذه الصفحة: {sections}',
    documentLanguage: 'لغة المستندات: {language}.',
    greeting: 'مرحبًا! اسألني ما تشاء عن هذه المستندات.',
    thanks: 'على الرحب والسعة! هل تود معرفة شيء آخر؟',
    farewell: 'مع السلامة!',
    notice: 'حسنًا. عمّ تريدني أن أبحث أيضًا؟',
    about: 'أنا برنامج ولست إنسانًا. أبحث عن إجابات أسئلتك في هذه المستندات وأبيّن المقاطع التي جاءت منها.',
  },
  hi: {
    refusal: 'मुझे दस्तावेज़ों में इसका उत्तर नहीं मिला।',
    contact: 'आप यहाँ पूछ सकते हैं: {contact}',
    partial: 'मुझे दस्तावेज़ों में इसके बारे में और कुछ नहीं मिला।',
    cutOff: 'उत्तर बहुत लंबा हो गया, इसलिए यहाँ काट दिया गया।',
    closest: 'हो सकता है कि इससे आपके प्रश्न का उत्तर न मिले। सबसे नज़दीकी अंश:',
    further: 'सबसे उपयुक्त अंश ऊपर दिए जा चुके हैं। अन्य अंश:',
    more: '… {count} और: अंश खोलें',
    sections: 'इस पृष्ठ के अनुभाग: {sections}',
    documentLanguage: 'दस्तावेज़ों की भाषा: {language}।',
    greeting: 'नमस्ते! इन दस्तावेज़ों के बारे में मुझसे कुछ भी पूछिए।',
    thanks: 'आपका स्वागत है! क्या आप कुछ और जानना चाहेंगे?',
    farewell: 'अलविदा!',
    notice: 'ठीक है। मैं आपके लिए और क्या खोजूँ?',
    about: 'मैं एक प्रोग्राम हूँ, इंसान नहीं। मैं आपके प्रश्नों के उत्तर इन दस्तावेज़ों में खोजता हूँ और दिखाता हूँ कि वे किन अंशों से हैं।',
  },
  th: {
    refusal: 'ไม่พบคำตอบของคำถามนี้ในเอกสาร',
    contact: 'คุณสามารถสอบถามได้ที่: {contact}',
    partial: 'ไม่พบข้อมูลเพิ่มเติมเกี่ยวกับเรื่องนี้ในเอกสาร',
    cutOff: 'คำตอบถูกตัดตรงนี้เพราะยาวเกินไป',
    closest: 'ข้อความต่อไปนี้อาจไม่ตอบคำถามของคุณ ข้อความที่ใกล้เคียงที่สุด:',
    further: 'ข้อความที่ตรงที่สุดแสดงไว้ด้านบนแล้ว ข้อความอื่น:',
    more: '… อีก {count}: เปิดข้อความ',
    sections: 'หัวข้อในหน้านี้: {sections}',
    documentLanguage: 'ภาษาของเอกสาร: {language}',
    greeting: 'สวัสดี! ถามเรื่องใดก็ได้เกี่ยวกับเอกสารเหล่านี้',
    thanks: 'ยินดี! ต้องการทราบอะไรเพิ่มเติมไหม',
    farewell: 'ลาก่อน!',
    notice: 'ได้เลย ต้องการให้ค้นหาอะไรเพิ่มเติม',
    about: 'ฉันเป็นโปรแกรม ไม่ใช่คน ฉันค้นหาคำตอบของคำถามในเอกสารเหล่านี้ และแสดงว่ามาจากข้อความใด',
  },
  vi: {
    refusal: 'Tôi không tìm thấy câu trả lời cho câu hỏi này trong các tài liệu.',
    contact: 'Bạn có thể hỏi tại đây: {contact}',
    partial: 'Tôi không tìm thấy thêm thông tin nào về điều này trong các tài liệu.',
    cutOff: 'Câu trả lời bị cắt ở đây vì quá dài.',
    closest: 'Nội dung này có thể không trả lời câu hỏi của bạn. Những đoạn gần nhất:',
    further: 'Những đoạn phù hợp nhất đã có ở trên. Các đoạn khác:',
    more: '… thêm {count}: mở đoạn văn',
    sections: 'Các mục của trang này: {sections}',
    documentLanguage: 'Ngôn ngữ của tài liệu: {language}.',
    greeting: 'Xin chào! Hãy hỏi tôi bất cứ điều gì về các tài liệu này.',
    thanks: 'Không có gì! Bạn có muốn biết thêm điều gì không?',
    farewell: 'Tạm biệt!',
    notice: 'Được rồi. Tôi có thể tìm thêm điều gì cho bạn?',
    about:
      'Tôi là một chương trình, không phải con người. Tôi tìm câu trả lời cho câu hỏi của bạn trong các tài liệu này và cho biết chúng đến từ đoạn nào.',
  },
  zh: {
    refusal: '我在文档中没有找到这个问题的答案。',
    contact: '您可以在这里询问：{contact}',
    partial: '关于这一点，我在文档中没有找到更多内容。',
    cutOff: '回答过长，在此被截断。',
    closest: '以下内容可能没有回答您的问题。最接近的段落：',
    further: '最相关的段落已在上方。其他段落：',
    more: '…… 另有 {count} 项：打开段落',
    sections: '本页章节：{sections}',
    moreUncounted: '…… 还有更多内容：打开段落',
    documentLanguage: '文档的语言：{language}。',
    greeting: '您好！您可以问我关于这些文档的任何问题。',
    thanks: '不客气！您还想了解什么吗？',
    farewell: '再见！',
    notice: '好的。还需要我为您查找什么？',
    about: '我是一个程序，不是真人。我在这些文档中查找您问题的答案，并注明出自哪些段落。',
  },
  ja: {
    refusal: 'この質問への答えは文書の中に見つかりませんでした。',
    contact: 'こちらにお問い合わせください：{contact}',
    partial: 'これについて、文書の中にそれ以上の情報は見つかりませんでした。',
    cutOff: '回答が長くなりすぎたため、ここで打ち切られました。',
    closest: 'ご質問への答えではないかもしれません。最も近い箇所：',
    further: '最も合う箇所はすでに上にあります。ほかの箇所：',
    more: '… ほか{count}件：該当箇所を開く',
    sections: 'このページのセクション：{sections}',
    moreUncounted: '… 続きがあります：該当箇所を開く',
    documentLanguage: '文書の言語：{language}。',
    greeting: 'こんにちは！これらの文書について何でもお尋ねください。',
    thanks: 'どういたしまして。ほかに知りたいことはありますか？',
    farewell: 'さようなら！',
    notice: 'わかりました。ほかに何をお調べしましょうか？',
    about: '私は人ではなくプログラムです。ご質問への答えをこれらの文書から探し、どの箇所によるものかを示します。',
  },
  ko: {
    refusal: '문서에서 이 질문에 대한 답을 찾지 못했습니다.',
    contact: '여기로 문의하실 수 있습니다: {contact}',
    partial: '문서에서 이에 대한 내용을 더 찾지 못했습니다.',
    cutOff: '답변이 너무 길어져 여기서 잘렸습니다.',
    closest: '질문에 대한 답이 아닐 수 있습니다. 가장 가까운 구절:',
    further: '가장 알맞은 구절은 이미 위에 있습니다. 다른 구절:',
    more: '… {count}개 더: 구절 열기',
    sections: '이 페이지의 섹션: {sections}',
    moreUncounted: '… 더 있음: 구절 열기',
    documentLanguage: '문서의 언어: {language}.',
    greeting: '안녕하세요! 이 문서들에 대해 무엇이든 물어보세요.',
    thanks: '천만에요! 더 알고 싶은 것이 있으신가요?',
    farewell: '안녕히 가세요!',
    notice: '알겠습니다. 또 무엇을 찾아 드릴까요?',
    about:
      '저는 사람이 아니라 프로그램입니다. 이 문서들에서 질문에 대한 답을 찾고, 어느 구절에서 나온 것인지 보여 드립니다.',
  },
};

/** Does the server speak this language? */
export const hasPhrases = (language: string): boolean => language in PHRASES;

/** In the first of these languages that has phrases, else in English. */
export function phrasesFor(languages: string[]): Phrases {
  for (const language of languages) {
    const phrases = PHRASES[language];
    if (phrases) return phrases;
  }
  return ENGLISH;
}
