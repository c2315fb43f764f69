/**
 * The words with which a language asks for what is in the rows of a table. Phrases in lower case, separated by commas; `*` at the
 * end of a word stands for any ending.
 */
export interface TableWords {
  count: string;
  /** Numbers that are written as words, which state a count. */
  numbers: string;
  /** No word that is also said of what is not a number: “turned off altogether”, “combined with”. */
  sum: string;
  /** The same: “what does it mean”, “un moyen de paiement”. */
  average: string;
  /** For all rows that something holds for. */
  list: string;
  /** For the row with the highest number, of whatever column. A “maximum” is mostly a limit, which is stated. */
  most: string;
  least: string;
  /** The same of prices. */
  dearest: string;
  cheapest: string;
  /** Before a number that the rows are compared with. */
  above: string;
  below: string;
  atLeast: string;
  atMost: string;
}

/** By language. */
export const TABLE_WORDS: Record<string, TableWords> = {
  en: {
    count: 'how many, number of, count of',
    numbers: 'no, none, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, both, unlimited',
    sum: 'total, sum',
    average: 'average, the mean, mean of',
    list: 'which, list, who, all, every',
    most: 'most, highest, largest, biggest, greatest, longest',
    least: 'least, lowest, smallest, fewest, shortest',
    dearest: 'most expensive, priciest',
    cheapest: 'least expensive, cheapest',
    above: 'more than, over, above, greater than, higher than, larger than, bigger than, longer than',
    below: 'less than, fewer than, under, below, lower than, smaller than, shorter than, cheaper than',
    atLeast: 'at least, no less than, no fewer than',
    atMost: 'at most, no more than, up to',
  },
  de: {
    count: 'wie viele, anzahl',
    numbers:
      'kein*, ein, eine, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, beide, unbegrenzt*',
    sum: 'insgesamt, summe, gesamtsumme, gesamtzahl, gesamtpreis, gesamtkosten, gesamtbetrag, gesamtdauer',
    average: 'durchschnitt*, mittelwert',
    list: 'welche*, liste*, wer, alle, jede*, nenne',
    most: 'meiste*, höchste*, größte*, längste*',
    least: 'wenigste*, niedrigste*, kleinste*, geringste*, kürzeste*',
    dearest: 'teuerste*',
    cheapest: 'billigste*, günstigste*, preiswerteste*',
    above: 'mehr als, über, größer als, höher als, länger als, teurer als',
    below: 'weniger als, unter, kleiner als, niedriger als, kürzer als, billiger als, günstiger als',
    atLeast: 'mindestens',
    atMost: 'höchstens, bis zu',
  },
  es: {
    count: 'cuántos, cuántas, cuantos, cuantas, número de, cantidad de',
    numbers:
      'ningún, ninguna, uno, una, un, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, ambos, ambas, ilimitad*',
    sum: 'total, suma',
    average: 'promedio, la media de',
    list: 'qué, cuáles, quién, quiénes, lista*, todos, todas, cada',
    most: 'mayor, mayores, más alto, más alta, más grande',
    least: 'menor, menores, más bajo, más baja, más pequeño, más pequeña',
    dearest: 'más caro, más cara',
    cheapest: 'más barato, más barata',
    above: 'más de, mayor que, mayor a, superior a, por encima de',
    below: 'menos de, menor que, menor a, inferior a, por debajo de',
    atLeast: 'al menos, como mínimo',
    atMost: 'como máximo, hasta',
  },
  fr: {
    count: 'combien de, combien, nombre de',
    numbers: 'aucun, aucune, un, une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, illimité*',
    sum: 'total, somme',
    average: 'moyenne, prix moyen, coût moyen, nombre moyen',
    list: 'quel, quelle, quels, quelles, qui, liste*, tous, toutes, chaque',
    most: 'plus grand, plus grande, plus élevé, plus élevée, plus haut, plus haute',
    least: 'plus petit, plus petite, plus faible, plus bas, plus basse',
    dearest: 'plus cher, plus chère',
    cheapest: 'moins cher, moins chère',
    above: 'plus de, supérieur à, supérieure à, supérieurs à, supérieures à, au-dessus de',
    below: 'moins de, inférieur à, inférieure à, inférieurs à, inférieures à, au-dessous de',
    atLeast: 'au moins',
    atMost: 'au plus, jusqu’à',
  },
  it: {
    count: 'quanti, quante, numero di',
    numbers:
      'nessun*, uno, una, un, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, entrambi, illimitat*',
    sum: 'totale, somma',
    average: 'in media, la media di, prezzo medio, costo medio, numero medio',
    list: 'quali, quale, chi, elenc*, tutti, tutte, ogni',
    most: 'maggiore, più alto, più alta, più grande',
    least: 'minore, più basso, più bassa, più piccolo, più piccola',
    dearest: 'più caro, più cara',
    cheapest: 'più economico, più economica, meno caro, meno cara',
    above: 'più di, maggiore di, superiore a, sopra',
    below: 'meno di, minore di, inferiore a, sotto',
    atLeast: 'almeno',
    atMost: 'al massimo, fino a',
  },
  nl: {
    count: 'hoeveel, aantal',
    numbers: 'geen, een, één, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, beide, onbeperkt*',
    sum: 'totaal, totale, som',
    average: 'gemiddeld*',
    list: 'welke, wie, lijst, alle, elke, ieder',
    most: 'meeste, hoogste, grootste, langste',
    least: 'minste, laagste, kleinste, kortste',
    dearest: 'duurste',
    cheapest: 'goedkoopste',
    above: 'meer dan, boven, groter dan, hoger dan, langer dan, duurder dan',
    below: 'minder dan, onder, kleiner dan, lager dan, korter dan, goedkoper dan',
    atLeast: 'minstens, ten minste, minimaal',
    atMost: 'hoogstens, ten hoogste, maximaal',
  },
  pt: {
    count: 'quantos, quantas, número de, quantidade de',
    numbers:
      'nenhum, nenhuma, um, uma, dois, duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, ambos, ambas, ilimitad*',
    sum: 'total, soma',
    average: 'média, preço médio, custo médio, número médio',
    list: 'quais, qual, que, quem, lista*, todos, todas, cada',
    most: 'maior, maiores, mais alto, mais alta',
    least: 'menor, menores, mais baixo, mais baixa',
    dearest: 'mais caro, mais cara',
    cheapest: 'mais barato, mais barata',
    above: 'mais de, maior que, maior do que, superior a, acima de',
    below: 'menos de, menor que, menor do que, inferior a, abaixo de',
    atLeast: 'pelo menos, no mínimo',
    atMost: 'no máximo, até',
  },
  ru: {
    count: 'сколько, количество, число',
    numbers:
      'нет, один, одна, одно, два, две, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать, двенадцать, оба, обе, неогранич*',
    sum: 'всего, сумма, итого',
    average: 'средн*, в среднем',
    list: 'какие, какой, какая, какое, кто, список, все, каждый, перечисли*',
    most: 'наибольш*, самый большой, самая большая, самое большое, самый высокий, самая высокая',
    least: 'наименьш*, самый маленький, самая маленькая, самое маленькое, самый низкий, самая низкая',
    dearest: 'самый дорогой, самая дорогая, самое дорогое',
    cheapest: 'самый дешёвый, самый дешевый, самая дешёвая, самая дешевая',
    above: 'больше, более, выше, свыше',
    below: 'меньше, менее, ниже',
    atLeast: 'не менее, не меньше, минимум',
    atMost: 'не более, не больше, максимум',
  },
};
