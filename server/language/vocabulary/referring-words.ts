/**
 * Words by which a question refers to what was said before it, by language: lower case, separated by spaces, the words of a
 * phrase joined by underscores. What a language uses for other things as often (“es gibt”, “il faut”, “what is it that …”) is
 * left out, or stands here in phrases.
 */
export interface ReferringWords {
  /** Go on with what was said where a question begins with them: “And on Windows?” */
  joining: string;
  /** Stand for something, or point at something, that was said: “Can it be cancelled?”, “How do I change this setting?” */
  standing: string;
  /** Do so at the end of a sentence: “How do I undo that?” */
  closing: string;
  /** Continue what was said at the end of a sentence: “The large plan, too?” */
  adding: string;
}

export const REFERRING_WORDS: Record<string, ReferringWords> = {
  ar: {
    joining:
      'و ولكن لكن أو ثم إذن حسنا حسناً نعم طيب شكرا شكراً وهل وماذا وكيف وكم ومتى وأين ولماذا وما ومن وفي وعلى ومع وإذا وإن وماذا_عن ماذا_عن',
    standing: 'هذا هذه ذلك تلك هؤلاء به بها لها منه منها فيه فيها عليه عليها عنه عنها إليه إليها',
    closing: 'هناك',
    adding: 'أيضا أيضاً',
  },
  bg: {
    joining: 'и а но или тогава също ок добре благодаря ами какво_за',
    standing: 'той тя те него нея тях го ѝ му им този тази това тези онзи онази онова онези',
    closing: 'там така',
    adding: 'също тогава',
  },
  da: {
    joining: 'og men eller så også ok okay ja tak hvad_med',
    standing: 'denne dette disse han ham hun hende jeg_det jeg_den kan_den man_det man_den',
    closing: 'den det dem der',
    adding: 'så også',
  },
  de: {
    joining: 'und aber oder also dann ok okay ja danke gut wie_sieht_es gilt_das geht_das',
    standing:
      'er ihn ihm ihnen dies diese dieser dieses diesen diesem jene jener jenes jenen jenem ich_es man_es wir_es dasselbe derselbe dieselbe',
    closing: 'das es dort da so damit dafür dazu davon daran darauf darin darüber dabei dagegen danach hinterher',
    adding: 'dann auch sonst',
  },
  el: {
    joining: 'και κι αλλά αλλα ή τότε τοτε επίσης εντάξει οκ ναι ευχαριστώ τι_γίνεται',
    standing:
      'αυτό αυτός αυτή αυτά αυτές αυτοί αυτού αυτής αυτών αυτόν αυτήν αυτο αυτος αυτη αυτα εκείνο εκείνος εκείνη εκείνα',
    closing: 'εκεί έτσι',
    adding: 'επίσης τότε',
  },
  en: {
    joining: 'and but or so then also plus ok okay yes yeah thanks alright what_about how_about same_for',
    standing:
      'it its they them their theirs he him she this these those that_one which_one the_one the_former the_latter ' +
      'is_that was_that are_those does_that did_that do_that can_that will_that would_that could_that should_that if_that ' +
      'with_that for_that of_that on_that from_that to_that like_that after_that before_that about_that',
    closing: 'that one ones afterwards',
    adding: 'then too instead as_well otherwise',
  },
  es: {
    joining: 'y e pero o entonces también además ok vale sí gracias qué_tal qué_hay',
    standing: 'eso esto esa ese esos esas este esta estos estas aquello aquel aquella ello él ella ellos ellas',
    closing: 'ahí allí así después luego',
    adding: 'entonces también',
  },
  fi: {
    joining: 'ja mutta tai entä entäs entäpä sitten joten ok kiitos myös',
    standing:
      'se sen sitä siitä siihen sillä sille siinä siltä ne niiden niitä niistä niihin tämä tämän tätä tästä tähän tällä nämä näiden näitä tuo tuon tuota hän hänen',
    closing: 'siellä',
    adding: 'sitten myös',
  },
  fr: {
    joining: 'et mais ou donc alors aussi puis ok oui merci qu_en',
    standing: 'ça cela ceci celui celle ceux celles cet cette ces elle elles ils eux lui',
    closing: 'là ainsi après ensuite',
    adding: 'alors aussi sinon',
  },
  ga: {
    joining: 'agus ach nó mar_sin ceart_go_leor cad_faoi',
    standing: 'sin seo iad',
    closing: 'é í sin ansin',
    adding: 'freisin',
  },
  hi: {
    joining: 'और लेकिन मगर या तो फिर ठीक अच्छा हाँ हां धन्यवाद शुक्रिया',
    standing:
      'यह ये वह वे इसे इसको इसका इसकी इसके इसमें इससे इन इन्हें इनका इनकी उसे उसको उसका उसकी उसके उसमें उससे उन उन्हें उनका उनकी उनके',
    closing: 'वहाँ वहां',
    adding: 'भी तो',
  },
  hu: {
    joining: 'és de vagy akkor hát tehát ok oké igen köszönöm na_és mi_van',
    standing: 'ez ezt ennek ezzel ezen ebből ehhez erre ezek ezeket őt ők',
    closing: 'azt ott',
    adding: 'akkor is',
  },
  hy: {
    joining: 'և եւ իսկ բայց կամ ապա նաև լավ այո շնորհակալություն',
    standing: 'այն այդ այս դա սա դրա դրան դրանք դրանից դրանում սրա նա նրա նրան նրանք',
    closing: 'այնտեղ',
    adding: 'նույնպես',
  },
  id: {
    joining: 'dan tapi tetapi atau lalu kemudian juga ok oke ya terima_kasih bagaimana_dengan',
    standing: 'ini itu tersebut dia mereka',
    closing: 'sana situ',
    adding: 'juga lagi',
  },
  it: {
    joining: 'e ed ma o oppure allora quindi anche inoltre ok sì grazie',
    standing: 'questo questa questi queste quello quella quelli quelle ciò esso essa essi esse lui lei',
    closing: 'lì là così dopo poi',
    adding: 'allora anche',
  },
  ja: {
    joining: 'では それでは じゃあ じゃ それなら で また そして でも しかし あと はい ありがとう ちなみに',
    standing: 'それ これ あれ その この あの それら これら そこ ここ そちら こちら そう',
    closing: '',
    adding: 'は も',
  },
  ko: {
    joining: '그럼 그러면 그리고 그런데 근데 또 또한 하지만 아니면 네 예 고마워요 감사합니다',
    standing:
      '그 이 그것 그것은 그것을 그것도 그것의 그게 그걸 그건 이것 이것은 이것을 이것도 이게 이걸 이건 거기 거기서 거기에 거기에서 그렇게 이렇게',
    closing: '',
    adding: '또한',
  },
  lt: {
    joining: 'ir bet o arba tai taip_pat gerai taip ačiū kaip_dėl',
    standing:
      'jis jį jo jam juo jie juos jų jiems ji ją jos jai tai to tą tuo šis šį šio šiam ši šią šios šie šiuos šių tas ta',
    closing: 'ten',
    adding: 'irgi tada',
  },
  ne: {
    joining: 'र तर वा अनि ठीक धन्यवाद',
    standing: 'यो यी त्यो ती यसलाई यसको यसमा यसबाट त्यसलाई त्यसको त्यसमा तिनीहरू उनीहरू यसरी',
    closing: 'त्यहाँ',
    adding: 'पनि त',
  },
  nl: {
    joining: 'en maar of dus dan ook oké ok ja bedankt hoe_zit_het wat_over',
    standing: 'hij hem hen deze dit hiervoor hiermee kan_dat werkt_dat geldt_dat ik_dat je_dat is_dat',
    closing: 'dat die het daar zo daarna achteraf daarvoor daarmee daarop daarvan daarin ervoor ermee erop ervan erin',
    adding: 'dan ook anders',
  },
  no: {
    joining: 'og men eller så også ok ja takk hva_med',
    standing: 'denne dette disse han ham hun henne jeg_det jeg_den kan_den man_det man_den',
    closing: 'den det dem der',
    adding: 'da også så',
  },
  pl: {
    joining: 'i a ale lub albo czyli więc też również ok tak dzięki dziękuję',
    standing: 'tego temu tym ten ta te tej tę tych tymi on ona ono oni go jego mu jemu nim ją jej nią je ich im nimi',
    closing: 'to tam tak',
    adding: 'wtedy też',
  },
  pt: {
    joining: 'e mas ou então também ok sim obrigado obrigada que_tal',
    standing:
      'isso isto aquilo este esta estes estas esse essa esses essas aquele aquela ele ela eles elas dele dela deles delas nele nela disso nisso disto nisto',
    closing: 'aí ali lá assim depois',
    adding: 'então também',
  },
  ro: {
    joining: 'și şi si dar sau iar deci atunci ok da mulțumesc ce_se_întâmplă',
    standing:
      'acesta aceasta aceștia acestea acest această aceste acestor acela aceea acestuia acesteia asta ăsta el ea ei ele',
    closing: 'acolo așa',
    adding: 'atunci',
  },
  ru: {
    joining: 'и а но или тогда также тоже ок да спасибо хорошо ладно что_насчёт что_насчет как_насчёт как_насчет',
    standing:
      'он она оно они его её ее ему ей их него неё нее нему ним ней них нём это этот эта эти этого этой этому этим этом этих эту',
    closing: 'там так',
    adding: 'тоже тогда',
  },
  sl: {
    joining: 'in pa ampak a torej potem tudi ok ja hvala kaj_pa',
    standing: 'to tega temu tem te tej ga mu jo jih jim njega njemu njo njih on ona ono oni tisto tisti',
    closing: 'tam',
    adding: 'potem tudi',
  },
  sr: {
    joining: 'i a ali ili onda takođe ok hvala šta_je_sa и а али или онда такође ок хвала шта_је_са',
    standing:
      'on ona ono oni njega njemu njim njoj njih ga mu ih im ovaj ova ovo ovi ove ovog ovom taj to tog tom ' +
      'он она оно они њега њему њим њој њих га му их им овај ова ово ови ове овог овом тај то тог том',
    closing: 'tamo tako тамо тако',
    adding: 'takođe onda такође онда',
  },
  sv: {
    joining: 'och men eller så då också ok okej ja tack hur_är_det_med vad_gäller',
    standing: 'denna detta dessa han honom hon henne jag_det jag_den kan_den man_det man_den',
    closing: 'den det dem där',
    adding: 'då så också',
  },
  ta: {
    joining: 'மற்றும் ஆனால் அல்லது அப்படியானால் சரி ஆம் நன்றி பிறகு',
    standing: 'இது அது இதை அதை இதன் அதன் இதில் அதில் இவை அவை இந்த அந்த அவர்கள் அவற்றை இவற்றை',
    closing: 'அங்கே',
    adding: '',
  },
  th: {
    joining: 'แล้ว และ แต่ หรือ งั้น ถ้างั้น โอเค ขอบคุณ ส่วน',
    standing: 'มัน นั้น นั่น เหล่านี้ เหล่านั้น พวกเขา ดังกล่าว',
    closing: '',
    adding: 'ล่ะ ด้วย',
  },
  tr: {
    joining: 've ama ya peki veya o_zaman ayrıca tamam evet teşekkürler',
    standing:
      'bu bunu buna bunun bundan bunda bunlar bunları bunların şu şunu o onu ona onun ondan onda onlar onları onların burada orada',
    closing: '',
    adding: 'da de',
  },
  uk: {
    joining: 'і й та а але або тоді також теж ок так дякую добре що_щодо як_щодо',
    standing:
      'він вона воно вони його її йому їй їх ним ними нього неї них це цей ця ці цього цієї цьому цим цій цих цю',
    closing: 'там так',
    adding: 'теж тоді',
  },
  vi: {
    joining: 'và nhưng hay hoặc vậy thế còn rồi vâng ok cảm_ơn',
    standing: 'nó này đó kia ấy họ chúng',
    closing: '',
    adding: 'nữa thì_sao',
  },
  zh: {
    joining: '那 那么 那麼 然后 然後 还有 還有 另外 而且 但是 可是 不过 不過 或者 以及 好 好的 谢谢 謝謝',
    standing:
      '它 它们 它們 他 她 他们 她们 这 這 这个 這個 这些 這些 这样 這樣 这里 那个 那個 那些 那样 那里 其 此 上述',
    closing: '',
    adding: '呢',
  },
};
