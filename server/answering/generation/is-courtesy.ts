/** How sentences begin that speak to the reader and say nothing of the documents. */
const COURTESIES = [
  `(?:please )?(?:let me know|feel free to (?:ask|reach out|contact|let me)|don['’]t hesitate to|do not hesitate to)`,
  `(?:i )?hope (?:this|that|it) (?:helps|answers|is helpful|clarifies|was helpful)|happy to help|glad to help`,
  `if (?:you|there)(?:['’]d)? .{0,40}(?:questions?|anything else|(?:more|further) (?:help|assistance|information|details))|is there anything else`,
  `(?:great|good) question|you['’]re welcome|(?:sure|certainly|of course|absolutely)[,!.]`,
  `(?:ich )?hoffe,? (?:das|dies|ich)|(?:lass(?:en sie)?|sag(?:en sie)?) (?:es )?mi(?:ch|r)|(?:wenn|falls) (?:du|sie) (?:noch |weitere )+`,
  `(?:zögern sie|zögere) nicht|gern geschehen|bei (?:weiteren )?fragen`,
  `(?:j['’])?espère que (?:cela|ça|ceci)|n['’]hésitez pas|(?:si|pour) (?:vous avez )?(?:d['’]autres|toute) question`,
  `espero que (?:esto|isso|isto|te|le|lhe)|no dud(?:e|es) en|si (?:tiene|tienes|necesita|necesitas) (?:más|alguna|otra)`,
  `spero che (?:questo|ti|le|sia)|(?:fammi|mi faccia) sapere|se (?:hai|ha) (?:altre|bisogno)|non esita(?:re|ri)`,
  `(?:não hesite|se tiver (?:mais|alguma|outras))|me avise`,
  `(?:ik )?hoop dat (?:dit|het)|laat het (?:me|mij) weten|als (?:je|u) (?:nog|meer)`,
];
const COURTESY = new RegExp(`^\\s*(?:[-*•]\\s+)?[*_]*(?:${COURTESIES.join('|')})`, 'iu');
const MAX_LENGTH = 200;

/** Does a sentence only speak to the reader: “Let me know if …”, “I hope this helps”? One with a number may say more. */
export const isCourtesy = (sentence: string): boolean =>
  sentence.length <= MAX_LENGTH && !/\p{N}/u.test(sentence) && COURTESY.test(sentence);
