/**
 * Words that state what kind of thing a question asks for: “what *year*”, “which *type* of”, “how is it *called*”. The
 * answering passage usually names the thing and not its kind, so these words count for less. Collected from one half of the
 * questions of the open sets, where more than half of the right passages lack them; languages missing from the sets have the
 * same words. For scripts without spaces, they are among the function words.
 */
export const QUESTION_TYPE_WORDS: Record<string, string> = {
  ar: 'اسم نوع جزء تسمى مرة نسبة شخص طرف جانب المئوية اذكر مثال عام سنة مكان بلد عدد سبب مصطلح يقع حدث',
  de: 'art arten name namen jahr teil land ort person personen prozentsatz prozent anzahl beispiel grund begriff wort institution einrichtung lautet lauten zeitpunkt datum bereich gebiet nennt genannt',
  el: 'είδος είδους είδη όνομα ποσοστό οντότητα συμβαίνει συνέβη έγινε ονομάστηκε ονομάζεται λέγεται παράδειγμα γεγονός άτομα λόγος έτος χρονιά μέρος τύπος αριθμός χώρα περιοχή όρος μέσο',
  en: 'amount another area aspect begin call called country date describe detail entity example happen happened help instance kind known located location long mean meaning name named number part percentage person place point process purpose reason refer region role show sort start term thing time title type way word year',
  es: 'llama llamaba llamó nombre tipo año porcentaje entidad cantidad razón región zona parte país lugar fecha persona número ejemplo palabra término clase manera forma',
  fr: 'nom type genre année pourcentage entité quantité raison région partie pays lieu date personne nombre exemple mot terme manière appelle appelé sorte',
  hi: 'नाम प्रकार वर्ष साल शब्द स्थान देश संख्या प्रतिशत उदाहरण कारण तरीका हिस्सा संस्था व्यक्ति बताएं बताइए मुख्य समय',
  it: 'nome tipo anno percentuale quantità motivo regione parte paese luogo data persona numero esempio parola termine modo chiama chiamato genere',
  nl: 'naam soort type jaar percentage aantal reden regio deel land plaats datum persoon voorbeeld woord term manier heet heette genoemd',
  pt: 'nome tipo ano percentagem porcentagem quantidade razão região parte país lugar data pessoa número exemplo palavra termo maneira chama chamado forma',
  ro: 'nume numele tip tipuri entitate procent an anul loc locul persoană persoane țară parte număr exemplu termen cuvânt motiv numește numit clasă informații mod',
  ru: 'называлась называется называются называется тип вид пример примеры приведите назовите имя имени год году количество процент человек людей страна место местность часть слово термин причина регион название произошло относится имеет',
  tr: 'ad adı adını tür türü türünün yıl yılda yılında yüzde yüzdesi sebep sebebi yer yeri ülke kişi kişinin sayı sayısı örnek kelime terim şekilde durum zaman kurum tane olmuştur edilmiştir',
  uk: 'назва називається тип вид приклад назвіть рік році кількість відсоток людина країна місце частина слово термін причина',
};
