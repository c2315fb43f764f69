/** Numbers in words from zero to twenty, and the tens from thirty on, by language; `-` for what means something else as well. */
export const NUMERALS: Record<string, { units: string; tens: string; joint: string }> = {
  en: {
    units:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    tens: 'thirty forty fifty sixty seventy eighty ninety',
    joint: '',
  },
  de: {
    units:
      'null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    tens: 'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    joint: 'und',
  },
  fr: {
    units:
      'zéro - deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    tens: 'trente quarante cinquante soixante - - -',
    joint: '',
  },
  es: {
    units:
      'cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    tens: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    joint: 'y',
  },
  it: {
    units:
      'zero - due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
    tens: 'trenta quaranta cinquanta sessanta settanta ottanta novanta',
    joint: '',
  },
  nl: {
    units:
      'nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
    tens: 'dertig veertig vijftig zestig zeventig tachtig negentig',
    joint: 'en',
  },
  pt: {
    units:
      'zero - dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte',
    tens: 'trinta quarenta cinquenta sessenta setenta oitenta noventa',
    joint: 'e',
  },
};

/**
 * Units by dimension: the size of each in the smallest one, and how languages write it, lower case. Months and years are
 * apart from shorter times, as no number of days makes a month.
 */
export const UNITS: Record<string, [size: number, names: string][]> = {
  time: [
    [
      1,
      'ms millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos ミリ秒 毫秒',
    ],
    [
      1000,
      's sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden секунд секунды 秒 秒間 秒钟',
    ],
    [60_000, 'min mins minute minutes minuten minuto minutos minuti minuut минут минуты 分 分間 分钟'],
    [3_600_000, 'h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur час часов часа 時間 小时'],
    [
      86_400_000,
      'day days tag tage tagen jour jours día días giorno giorni dia dias dag dagen день дней дня 日間 日 天',
    ],
    [
      604_800_000,
      'week weeks woche wochen semaine semaines semana semanas settimana settimane weken неделя недель недели 週間 週 周',
    ],
  ],
  calendar: [
    [
      1,
      'month months monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяцев месяца ヶ月 か月 カ月 个月',
    ],
    [12, 'year years jahr jahre jahren an ans année années año años anno anni ano anos jaar год лет года 年 年間'],
  ],
  size: [
    [1, 'b byte bytes octet octets バイト 字节'],
    [1e3, 'kb kib kilobyte kilobytes ko'],
    [1e6, 'mb mib megabyte megabytes mo'],
    [1e9, 'gb gib gigabyte gigabytes go ギガバイト'],
    [1e12, 'tb tib terabyte terabytes to'],
  ],
  length: [
    [1, 'mm millimetre millimetres millimeter millimeters'],
    [10, 'cm centimetre centimetres centimeter centimeters'],
    [1000, 'm metre metres meter meters mètre mètres metro metros'],
    [1e6, 'km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros'],
  ],
  mass: [
    [1, 'mg milligram milligrams milligramm'],
    [1000, 'g gram grams gramm gramme grammes gramo gramos'],
    [1e6, 'kg kilogram kilograms kilogramm kilogramme kilogrammes kilo kilos'],
    [1e9, 'tonne tonnes tonnen tonelada toneladas'],
  ],
};
