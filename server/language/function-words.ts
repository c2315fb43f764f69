/** Function and question words of languages that the stopword package has no list for, or whose list lacks the question words. */
export const FUNCTION_WORDS: Record<string, string> = {
  ja: 'は が を に へ と も の や か から まで より で て だ です ます ました でした いる ある する した して なる なっ れる られ た ない この その あの どの これ それ あれ どれ ここ そこ どこ 何 なに 誰 だれ いつ なぜ どう どのよう どんな ですか でしょう こと もの ため よう とき によって という について として ください 教え',
  ko: '무엇 누구 언제 어디 어떻게 왜 얼마 몇 어느 어떤 이 그 저 것 수 있는 있습니까 입니까 합니까 무엇입니까 어디입니까 누구입니까 언제입니까 인가요 나요',
  pl: 'i w z na do o po za od u a że się nie jest są był była było były być to ten ta te jak co kto kiedy gdzie dlaczego ile jaki jaka jakie czy który która które dla przez przy oraz lub ma może',
  th: 'ที่ ใน ของ และ เป็น คือ มี ได้ ให้ กับ จาก โดย ว่า ไม่ การ ความ จะ ถูก นี้ นั้น อะไร ใคร เมื่อ เมื่อไหร่ เมื่อไร เมื่อใด กี่ เท่า เท่าไหร่ เท่าไร เท่าใด ไหน ใด ทำไม อย่างไร ยังไง บ้าง หรือ ไป มา แล้ว ซึ่ง อยู่ ต่อ เพื่อ ตัว ครับ ค่ะ',
  vi: 'là gì của và có các những một được trong cho ở đâu khi nào ai đã với từ này đó về để bị do tại ra như thế bao nhiêu mấy sao vì không thì mà người cái việc sự vào lên lại cũng đang sẽ trên dưới theo hay hoặc nếu nhưng điều đến đi tên loại',
  zh: '的 了 是 在 和 与 有 被 把 对 为 以 于 从 到 由 及 或 之 其 这 那 哪 哪些 哪个 哪里 哪年 什么 怎么 怎样 如何 为什么 谁 几 多少 多久 多大 吗 呢 个 些 一个 一种 年 时 时候 什么样 何时 会 能 可以 请问 名字 叫 称为 称 哪一',
};
