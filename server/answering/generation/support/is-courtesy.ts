/** How sentences begin that speak to the reader and say nothing of the documents. */
const COURTESIES = [
  `(?:please )?let me know|(?:please )?(?:feel free|don['’]t hesitate|do not hesitate) to (?:ask|reach out|contact|let me)`,
  `(?:i )?hope (?:this|that|it) (?:helps|answers|is helpful|clarifies|was helpful)|(?:happy|glad) to help|is there anything else`,
  `if (?:you|there)(?:['’]d)? .{0,40}(?:questions?|anything else|(?:more|further) (?:help|assistance|information|details))`,
  `here(?:['’]s| is| are) (?:how (?:to|you)|what you|the (?:steps|answer)|an? (?:summary|overview|example))\\b.{0,60}$`,
  '(?:please|you (?:may|might|could|should)(?: also)?(?: want to| wish to)?) (?:consult|refer to|check|visit) (?:the |its )?official',
  `(?:great|good) question|you['’]re welcome|(?:sure|certainly|of course|absolutely)[!.]*$`,
  `(?:ich )?hoffe,? (?:das|dies|ich)|lass(?:en sie)? (?:es )?mich|sag(?:en sie)? mir|(?:wenn|falls|bei) .{0,40}fragen`,
  `gern geschehen|zöger(?:n sie|e) nicht,? (?:zu fragen|mich)`,
  `(?:j['’])?espère que (?:cela|ça|ceci)|n['’]hésitez pas à (?:me |nous )?(?:demander|poser|contacter|dire)|(?:si|pour) .{0,40}questions?`,
  'espero que (?:esto|isso|isto|te|le|lhe)|no dud(?:e|es) en (?:preguntar|contactar|consultar|decirme)|si .{0,40}preguntas?',
  'spero che (?:questo|ti|le|sia)|(?:fammi|mi faccia) sapere|se .{0,40}domande|non esit(?:are|i) a (?:chieder|contattar)',
  'se .{0,40}perguntas?|não hesite em (?:perguntar|contactar)|me avise',
  '(?:ik )?hoop dat (?:dit|het)|laat het (?:me|mij) weten|als .{0,40}vragen',
];
const COURTESY = new RegExp(`^\\s*(?:[-*•]\\s+)?[*_]*(?:${COURTESIES.join('|')})`, 'iu');
const MAX_LENGTH = 200;

/** Does a sentence only speak to the reader: “Let me know if …”, “I hope this helps”? One with a number or an address may say more. */
export const isCourtesy = (sentence: string): boolean =>
  sentence.length <= MAX_LENGTH && !/[\p{N}@]|:\/\//u.test(sentence) && COURTESY.test(sentence);
