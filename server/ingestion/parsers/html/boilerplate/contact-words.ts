/** What the page of a site calls the ways to reach its owner. */
export interface ContactWords {
  contact: string;
  phone: string;
  email: string;
  fax: string;
  address: string;
}

const words = (contact: string, phone: string, email: string, fax: string, address: string): ContactWords => ({
  contact,
  phone,
  email,
  fax,
  address,
});

/** By language, for those in which the server itself speaks; with the words of those who ask for it, such as “Telefonnummer”. */
const WORDS: Record<string, ContactWords> = {
  en: words('Contact', 'Phone number', 'Email address', 'Fax number', 'Address'),
  de: words('Kontakt', 'Telefonnummer', 'E-Mail-Adresse', 'Faxnummer', 'Adresse'),
  fr: words('Contact', 'Numéro de téléphone', 'Adresse e-mail', 'Numéro de fax', 'Adresse'),
  es: words('Contacto', 'Número de teléfono', 'Correo electrónico', 'Número de fax', 'Dirección'),
  it: words('Contatti', 'Numero di telefono', 'Indirizzo e-mail', 'Numero di fax', 'Indirizzo'),
  pt: words('Contacto', 'Número de telefone', 'Endereço de e-mail', 'Número de fax', 'Endereço'),
  nl: words('Contact', 'Telefoonnummer', 'E-mailadres', 'Faxnummer', 'Adres'),
  sv: words('Kontakt', 'Telefonnummer', 'E-postadress', 'Faxnummer', 'Adress'),
  pl: words('Kontakt', 'Numer telefonu', 'Adres e-mail', 'Numer faksu', 'Adres'),
  ru: words('Контакты', 'Номер телефона', 'Адрес электронной почты', 'Номер факса', 'Адрес'),
  uk: words('Контакти', 'Номер телефону', 'Адреса електронної пошти', 'Номер факсу', 'Адреса'),
  el: words('Επικοινωνία', 'Αριθμός τηλεφώνου', 'Διεύθυνση email', 'Αριθμός φαξ', 'Διεύθυνση'),
  ro: words('Contact', 'Număr de telefon', 'Adresă de e-mail', 'Număr de fax', 'Adresă'),
  tr: words('İletişim', 'Telefon numarası', 'E-posta adresi', 'Faks numarası', 'Adres'),
  ar: words('اتصل بنا', 'رقم الهاتف', 'عنوان البريد الإلكتروني', 'رقم الفاكس', 'العنوان'),
  hi: words('संपर्क', 'फ़ोन नंबर', 'ईमेल पता', 'फ़ैक्स नंबर', 'पता'),
  th: words('ติดต่อ', 'หมายเลขโทรศัพท์', 'ที่อยู่อีเมล', 'หมายเลขแฟกซ์', 'ที่อยู่'),
  vi: words('Liên hệ', 'Số điện thoại', 'Địa chỉ email', 'Số fax', 'Địa chỉ'),
  zh: words('联系方式', '电话号码', '电子邮件地址', '传真号码', '地址'),
  ja: words('お問い合わせ', '電話番号', 'メールアドレス', 'ファックス番号', '住所'),
  ko: words('연락처', '전화번호', '이메일 주소', '팩스 번호', '주소'),
};

/** Null where the server does not speak the language. */
export const contactWords = (language: string): ContactWords | null =>
  Object.hasOwn(WORDS, language) ? (WORDS[language] ?? null) : null;
