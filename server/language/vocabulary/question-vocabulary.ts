/**
 * The words by which questions of a language tell what they ask for: lower case, separated by spaces. A language may have some of
 * these only.
 */
interface QuestionVocabulary {
  /**
   * State what kind of thing is asked for: “what *year*”, “which *type* of”, “how is it *called*”. The answering passage usually
   * names the thing and not its kind, so these words count for less. Collected from one half of the questions of the open sets,
   * where more than half of the right passages lack them; languages missing from the sets have the same words. For scripts
   * without spaces, they are among the function words.
   */
  kinds?: string;
  /**
   * Compare two things: “A *or* B”, “the difference *between* A *and* B”. `asking`: beginnings of words that ask for a difference or
   * a choice; without one of them, the others need not compare.
   */
  comparison?: { or: string; between: string; and: string; asking: string };
  /**
   * Ask what a thing is: beginnings of questions, separated by `|`. `articles` and `verbs`: those of the sentence that says so, “*A*
   * kiln *is* an oven”. `within`: stands between the thing and the name of what it is part of, “ovens *in* Kilnhouse are …”.
   */
  definition?: { asking: string; articles: string; verbs: string; within?: string };
  /** Beginnings of questions for a fact, not for how something is done, separated by `|`. */
  facts?: string;
  /** Beginnings of words that ask for what has changed and when. */
  news?: string;
  /** Tell of a problem. */
  problems?: string;
  /** Stand before the number of a part of a document. Those of all languages are looked for. */
  sections?: string;
}

export const QUESTION_VOCABULARY: Record<string, QuestionVocabulary> = {
  ar: {
    kinds: 'اسم نوع جزء تسمى مرة نسبة شخص طرف جانب المئوية اذكر مثال عام سنة مكان بلد عدد سبب مصطلح يقع حدث',
  },
  de: {
    kinds:
      'art arten name namen jahr teil land ort person personen prozentsatz prozent anzahl beispiel grund begriff wort institution einrichtung lautet lauten bedeutet dient dienen finde finden findet mache machen macht bekomme kriege erkläre erklären erklärt funktioniert unterscheidet unterscheiden unterschied zeitpunkt datum bereich gebiet nennt genannt',
    comparison: {
      or: 'oder',
      between: 'zwischen',
      and: 'und',
      asking: 'unterschied unterscheid vergleich welche besser wann statt',
    },
    definition: {
      asking: 'was ist |was sind |was bedeutet |was heißt ',
      articles: 'ein eine der die das',
      verbs: 'ist sind bedeutet bezeichnet heißt ermöglicht ermöglichen erlaubt erlauben',
    },
    facts:
      'was|wer|wen|wem|wessen|wann|wo|woher|wohin|warum|wieso|weshalb|welche|welcher|welches|welchen|wie viel|wie viele|wie lange|wie hoch|wie groß|wie oft|wie alt|wie heißt|wie heißen|ist|sind|war|gibt|hat|haben|wird|werden|darf|muss|kostet',
    news: 'veröffentlich version änderung geändert angekündigt ankündig neuigkeit blog neueste zuletzt',
    sections: 'abschnitt kapitel artikel paragraf ziffer absatz punkt anhang anlage',
    problems:
      'nicht kein keine keinen nichts nie niemand ohne fehler fehlerhaft fehlermeldung problem probleme störung falsch kaputt defekt absturz stürzt abgestürzt hängt langsam fehlt fehlen weg verloren verschwunden warum wieso weshalb immer noch plötzlich statt leer abgelehnt verweigert ungültig unbekannt warnung meldung reparieren beheben zu wieder geht nachdem gesperrt',
  },
  el: {
    kinds:
      'είδος είδους είδη όνομα ποσοστό οντότητα συμβαίνει συνέβη έγινε ονομάστηκε ονομάζεται λέγεται παράδειγμα γεγονός άτομα λόγος έτος χρονιά μέρος τύπος αριθμός χώρα περιοχή όρος μέσο',
  },
  en: {
    kinds:
      'amount another area aspect begin call called country date describe detail entity example happen happened help instance kind known located location long mean meaning name named number part percentage person place point process purpose reason refer region role show sort start term thing time title type way word year',
    comparison: { or: 'or', between: 'between', and: 'and', asking: 'differ compar which better prefer when instead' },
    definition: {
      asking: "what is |what are |what's |whats |what does |define ",
      articles: 'a an the',
      verbs: 'is are means refers allows allow lets let enables enable provides provide',
      within: 'in',
    },
    facts:
      "what|what's|whats|who|whom|whose|when|where|why|which|how many|how much|how long|how often|how old|how big|how large|how far|is|are|was|were|does|do|did|has|have|will|would|should|must|can i|can you|can we|can the",
    news: 'release version changelog changed announc roadmap blog news latest recent',
    sections:
      'section sections clause clauses article articles chapter paragraph appendix annex schedule rule bylaw sec art',
    problems:
      "not no never nothing neither nor without unable cannot can't cant couldn't won't wont wouldn't don't dont doesn't doesnt didn't didnt isn't isnt aren't arent wasn't hasn't haven't error errors fail fails failed failing failure wrong problem problems issue issues trouble troubleshoot troubleshooting broken broke breaks bug bugs crash crashes crashed crashing corrupt corrupted damaged stuck slow slower slowly lag laggy missing lost lose loses losing lacks stop stops stopped hang hangs hanging freeze freezes frozen why still anymore unexpected unexpectedly debug debugging diagnose fix repair recover warning warnings exception message refused rejected denied blocked invalid unknown empty blank black drain drains draining high too again keeps suddenly instead after weird strange conflict conflicts incompatible disabled kills killed disappears disappeared gone",
  },
  es: {
    kinds:
      'llama llamaba llamó nombre tipo año porcentaje entidad cantidad razón región zona parte país lugar fecha persona número ejemplo palabra término clase manera forma sirve sirven significa consiste explica explicar diferencia diferencian',
    comparison: { or: 'o u', between: 'entre', and: 'y e', asking: 'diferenci compar cuál cual mejor cuándo cuando' },
    definition: {
      asking: 'qué es |qué son |que es |que son |qué significa ',
      articles: 'un una el la los las',
      verbs: 'es son significa permite permiten',
      within: 'en',
    },
    facts:
      'qué|que|quién|quien|cuándo|cuando|dónde|donde|por qué|cuál|cual|cuáles|cuánto|cuánta|cuántos|cuántas|es|son|hay|tiene|puedo|se puede',
    news: 'lanza versi cambi anunci novedad blog últim',
    sections: 'sección artículo capítulo cláusula apartado anexo',
    problems:
      'no nunca nada sin error errores falla fallo problema problemas mal roto bloqueado lento falta perdido por todavía vacío rechazado inválido aviso arreglar demasiado desaparece desapareció',
  },
  fr: {
    kinds:
      'nom type genre année pourcentage entité quantité raison région partie pays lieu date personne nombre exemple mot terme manière appelle appelé sorte sert servent signifie consiste explique expliquer différence',
    comparison: { or: 'ou', between: 'entre', and: 'et', asking: 'différen compar quel laquelle lequel mieux quand' },
    definition: {
      asking: "qu'est-ce qu'|qu'est-ce que |qu'est ce que |c'est quoi |que signifie ",
      articles: 'un une le la les',
      verbs: 'est sont désigne signifie permet permettent',
      within: 'dans',
    },
    facts: "que|quoi|quel|quelle|quels|quelles|qui|quand|où|pourquoi|combien|lequel|laquelle|qu'est-ce|est-ce|y a-t-il",
    news: 'sorti version chang annonc nouveauté blog derni',
    sections: 'chapitre article section alinéa annexe paragraphe',
    problems:
      'ne pas plus jamais rien sans impossible erreur erreurs échec échoue problème problèmes panne cassé bloqué lent manque perdu pourquoi toujours vide refusé invalide avertissement réparer trop disparu',
  },
  hi: {
    kinds: 'नाम प्रकार वर्ष साल शब्द स्थान देश संख्या प्रतिशत उदाहरण कारण तरीका हिस्सा संस्था व्यक्ति बताएं बताइए मुख्य समय',
  },
  it: {
    kinds:
      'nome tipo anno percentuale quantità motivo regione parte paese luogo data persona numero esempio parola termine modo chiama chiamato genere',
    comparison: { or: 'o oppure', between: 'tra fra', and: 'e ed', asking: 'differen confront quale meglio quando' },
    definition: {
      asking: "che cos'è |cos'è |cosa è |cosa sono |che cosa sono |cosa significa ",
      articles: 'un uno una il lo la i gli le',
      verbs: 'è sono significa permette permettono consente consentono',
      within: 'in',
    },
    facts: 'che|cosa|chi|quando|dove|perché|quale|quali|quanto|quanta|quanti|quante|è|sono|posso|si può',
    news: 'rilasci version cambi annunc novità blog ultim',
    sections: 'sezione articolo capitolo clausola paragrafo allegato',
    problems:
      'non mai niente senza errore errori fallisce problema problemi guasto rotto bloccato lento manca perso perché ancora vuoto rifiutato avviso riparare troppo scomparso',
  },
  nl: {
    kinds:
      'naam soort type jaar percentage aantal reden regio deel land plaats datum persoon voorbeeld woord term manier heet heette genoemd',
    comparison: { or: 'of', between: 'tussen', and: 'en', asking: 'verschil vergelijk welke beter wanneer' },
    definition: { asking: 'wat is |wat zijn |wat betekent ', articles: 'een de het', verbs: 'is zijn betekent' },
    facts: 'wat|wie|wanneer|waar|waarom|welke|welk|hoeveel|hoe lang|hoe vaak|is|zijn|heeft|kan|mag',
    news: 'uitgebracht versie gewijzigd wijziging aangekondig nieuws blog laatste nieuwste',
    sections: 'hoofdstuk artikel paragraaf bijlage',
    problems:
      'niet geen nooit niets zonder fout fouten foutmelding mislukt probleem problemen storing kapot vast traag ontbreekt kwijt waarom nog leeg geweigerd ongeldig melding repareren te verdwenen',
  },
  pl: {
    sections: 'rozdział artykuł punkt załącznik',
  },
  pt: {
    kinds:
      'nome tipo ano percentagem porcentagem quantidade razão região parte país lugar data pessoa número exemplo palavra termo maneira chama chamado forma',
    comparison: { or: 'ou', between: 'entre', and: 'e', asking: 'diferen compar qual melhor quando' },
    definition: {
      asking: 'o que é |o que são |que é |que são |o que significa ',
      articles: 'um uma o a os as',
      verbs: 'é são significa permite permitem',
    },
    facts: 'o que|que|quem|quando|onde|por que|porque|qual|quais|quanto|quanta|quantos|quantas|é|são|há|tem|posso',
    news: 'lança vers mudan mudou anunci novidade blog últim',
    sections: 'secção seção artigo',
    problems:
      'não nunca nada sem erro erros falha falhou problema problemas quebrado travado lento falta perdido porque ainda vazio recusado inválido aviso consertar demais sumiu',
  },
  ro: {
    kinds:
      'nume numele tip tipuri entitate procent an anul loc locul persoană persoane țară parte număr exemplu termen cuvânt motiv numește numit clasă informații mod',
  },
  ru: {
    kinds:
      'называлась называется называются называется тип вид пример примеры приведите назовите имя имени год году количество процент человек людей страна место местность часть слово термин причина регион название произошло относится имеет',
    comparison: { or: 'или', between: 'между', and: 'и', asking: 'разниц отлич различ сравн какой какую лучше когда' },
    definition: { asking: 'что такое |что значит ', articles: '', verbs: '— – это позволяет позволяют' },
    news: 'выпу верси измен анонс новост блог последн',
    sections: 'раздел раздела разделе статья статьи статье глава главы главе пункт пункта пункте приложение',
  },
  tr: {
    kinds:
      'ad adı adını tür türü türünün yıl yılda yılında yüzde yüzdesi sebep sebebi yer yeri ülke kişi kişinin sayı sayısı örnek kelime terim şekilde durum zaman kurum tane olmuştur edilmiştir',
  },
  uk: {
    kinds:
      'назва називається тип вид приклад назвіть рік році кількість відсоток людина країна місце частина слово термін причина',
  },
};

/** A question as its beginnings are written here: in lower case, with straight apostrophes, without a sign before it. */
export const asInVocabulary = (question: string): string =>
  question.trim().toLowerCase().replaceAll('’', "'").replace(/^¿/, '');

/** The words before the number of a part of a document, in any language. */
export const SECTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(QUESTION_VOCABULARY).flatMap(({ sections }) => sections?.split(' ') ?? []),
);
