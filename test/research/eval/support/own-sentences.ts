/**
 * Labelled sentences over passages that were written for this test, in five languages, half right and half subtly wrong. They
 * were drawn up before the rules that they measure and no threshold was fitted to them, but their author wrote the rules too.
 */
export interface OwnPassage {
  language: string;
  title: string;
  headings: string[];
  text: string;
  /** As a model might write them. */
  right: string[];
  wrong: [kind: string, sentence: string][];
}

export const OWN_PASSAGES: OwnPassage[] = [
  {
    language: 'en',
    title: 'Backup service',
    headings: ['Backups', 'Retention'],
    text: 'Backups are created every night and kept for thirty days. After that, they are deleted automatically. You can enable encryption in the settings; encrypted backups cannot be restored without the passphrase. The maximum size of a single backup is 20 GB. Free accounts may store two backups, paid accounts may store ten. Restoring a backup overwrites all current data. Before you restore, stop the running containers.',
    right: [
      'Every night a backup is made, which stays available for 30 days.',
      'A single backup must not exceed 20 GB.',
      'Without the passphrase, there is no way to restore an encrypted backup.',
      'Stop your containers before you restore a backup.',
      'With a free account you can store up to 2 backups.',
    ],
    wrong: [
      ['negation', 'Encrypted backups can be restored without the passphrase.'],
      ['unit', 'Backups are kept for thirty weeks.'],
      ['antonym', 'The minimum size of a single backup is 20 GB.'],
      ['swap', 'Free accounts may store ten backups, paid accounts may store two.'],
      ['order', 'Stop the running containers after you restore.'],
    ],
  },
  {
    language: 'en',
    title: 'Message queue',
    headings: ['Consumers', 'Acknowledgement'],
    text: 'A consumer must acknowledge each message within 30 seconds. If it does not, the broker delivers the message again to another consumer. Messages that fail five times are moved to the dead-letter queue. The `prefetch` option limits how many messages a consumer receives at once; `ttl` sets how long a message is kept. Ordering is guaranteed only within a single partition. Acknowledgement is optional for topics of type `broadcast`.',
    right: [
      'Consumers have 30 seconds to acknowledge a message.',
      'After five failures a message ends up in the dead-letter queue.',
      'Use `ttl` to say how long messages are kept.',
      'Order is not guaranteed across partitions.',
    ],
    wrong: [
      ['quantifier', 'Ordering is guaranteed across all partitions.'],
      ['antonym', 'Acknowledgement is required for topics of type `broadcast`.'],
      ['entity', 'The `ttl` option limits how many messages a consumer receives at once.'],
      ['number-word', 'Messages that fail three times are moved to the dead-letter queue.'],
    ],
  },
  {
    language: 'en',
    title: 'Parental leave',
    headings: ['Handbook', 'Leave'],
    text: 'Employees are entitled to sixteen weeks of paid parental leave. Requests must be submitted at least four weeks in advance to the manager, who forwards them to the payroll team. Part-time employees receive the same leave as full-time employees. Unused leave does not carry over to the next year. Contractors are not eligible.',
    right: [
      'Paid parental leave lasts 16 weeks.',
      'Leave that you do not use expires at the end of the year.',
      'Contractors have no right to parental leave.',
    ],
    wrong: [
      ['negation', 'Unused leave carries over to the next year.'],
      ['quantifier', 'Requests must be submitted at most four weeks in advance.'],
      ['swap', 'The payroll team forwards the requests to the manager.'],
    ],
  },
  {
    language: 'de',
    title: 'Handbuch Zeiterfassung',
    headings: ['Zeiterfassung', 'Buchungen'],
    text: 'Buchungen lassen sich bis zu sieben Tage rückwirkend ändern. Danach kann nur noch die Personalabteilung sie korrigieren. Pausen unter 15 Minuten werden nicht abgezogen. Überstunden verfallen nicht, sondern werden ins nächste Jahr übertragen. Die automatische Abmeldung ist standardmäßig deaktiviert. Vor dem Monatsabschluss müssen alle Buchungen freigegeben sein.',
    right: [
      'Eine Buchung kann man 7 Tage lang nachträglich ändern.',
      'Kurze Pausen von weniger als 15 Minuten werden nicht abgezogen.',
      'Überstunden bleiben erhalten und werden ins nächste Jahr übertragen.',
      'Die automatische Abmeldung ist in der Voreinstellung nicht aktiviert.',
      'Alle Buchungen müssen vor dem Monatsabschluss freigegeben werden.',
      'Nach Ablauf der sieben Tage korrigiert nur die Personalabteilung die Buchungen.',
    ],
    wrong: [
      ['negation', 'Pausen unter 15 Minuten werden abgezogen.'],
      ['antonym', 'Die automatische Abmeldung ist standardmäßig aktiviert.'],
      ['number-word', 'Buchungen lassen sich bis zu neun Tage rückwirkend ändern.'],
      ['unit', 'Pausen unter 15 Stunden werden nicht abgezogen.'],
      ['order', 'Nach dem Monatsabschluss müssen alle Buchungen freigegeben sein.'],
      ['negation', 'Überstunden werden nicht ins nächste Jahr übertragen.'],
    ],
  },
  {
    language: 'de',
    title: 'Installation',
    headings: ['Server', 'Systemanforderungen'],
    text: 'Der Server benötigt mindestens 4 GB Arbeitsspeicher und 20 GB freien Speicherplatz. Unterstützt werden Debian und Ubuntu; Windows wird nicht unterstützt. Öffnen Sie zuerst den Port 8443 und starten Sie dann den Dienst. Die Option `--verbose` erhöht die Ausführlichkeit der Protokolle, `--quiet` unterdrückt sie. Ein Lizenzschlüssel ist optional.',
    right: [
      'Mindestens 4 GB Arbeitsspeicher sind für den Server erforderlich.',
      'Windows gehört nicht zu den unterstützten Systemen.',
      'Mit `--quiet` werden die Protokolle unterdrückt.',
      'Man kann den Server ohne Lizenzschlüssel betreiben, denn der Lizenzschlüssel ist optional.',
    ],
    wrong: [
      ['antonym', 'Der Server benötigt höchstens 4 GB Arbeitsspeicher.'],
      ['negation', 'Windows wird unterstützt.'],
      ['entity', 'Die Option `--quiet` erhöht die Ausführlichkeit der Protokolle.'],
      ['antonym', 'Ein Lizenzschlüssel ist erforderlich.'],
    ],
  },
  {
    language: 'fr',
    title: 'Guide du compte',
    headings: ['Compte', 'Sécurité'],
    text: 'Le mot de passe doit contenir au moins douze caractères. Après trois tentatives échouées, le compte est bloqué pendant 30 minutes. La double authentification est obligatoire pour les administrateurs et facultative pour les autres utilisateurs. Un compte supprimé ne peut pas être restauré. Les invités peuvent lire les documents, mais ils ne peuvent jamais les modifier. Exportez vos données avant de supprimer le compte.',
    right: [
      'Un mot de passe contient au moins 12 caractères.',
      'Le compte reste bloqué 30 minutes après 3 tentatives échouées.',
      'Il est impossible de restaurer un compte supprimé.',
      'Les administrateurs doivent utiliser la double authentification.',
      'Les invités ne peuvent que lire les documents.',
      'Avant de supprimer le compte, pensez à exporter vos données.',
    ],
    wrong: [
      ['negation', 'Un compte supprimé peut être restauré.'],
      ['antonym', 'Le mot de passe doit contenir au plus douze caractères.'],
      ['unit', 'Après trois tentatives échouées, le compte est bloqué pendant 30 heures.'],
      [
        'swap',
        'La double authentification est facultative pour les administrateurs et obligatoire pour les autres utilisateurs.',
      ],
      ['order', 'Exportez vos données après avoir supprimé le compte.'],
      ['negation', 'Les invités peuvent modifier les documents.'],
    ],
  },
  {
    language: 'fr',
    title: 'Serveur de fichiers',
    headings: ['Stockage', 'Quotas'],
    text: 'Chaque utilisateur dispose de 5 Go de stockage. Les fichiers de plus de 100 Mo sont refusés. La compression est activée par défaut et réduit la taille des archives. Seuls les propriétaires peuvent partager un dossier. Les fichiers temporaires sont effacés toutes les deux semaines.',
    right: [
      'Un utilisateur a droit à 5 Go de stockage.',
      'Les fichiers dépassant 100 Mo ne sont pas acceptés.',
      'Toutes les 2 semaines, les fichiers temporaires sont effacés.',
      'La taille des archives est réduite par la compression.',
    ],
    wrong: [
      ['unit', 'Chaque utilisateur dispose de 5 Mo de stockage.'],
      ['antonym', 'Les fichiers de plus de 100 Mo sont acceptés.'],
      ['antonym', 'La compression est désactivée par défaut.'],
      ['quantifier', 'Tous les utilisateurs peuvent partager un dossier.'],
    ],
  },
  {
    language: 'es',
    title: 'Manual de la impresora',
    headings: ['Impresora', 'Mantenimiento'],
    text: 'Cambie el filtro cada seis meses. No utilice alcohol para limpiar la pantalla. La bandeja admite como máximo 250 hojas. Apague la impresora antes de abrir la tapa. El modo de ahorro está activado de fábrica y se puede desactivar en el menú. Solo los administradores pueden actualizar el firmware. La garantía no cubre los cartuchos.',
    right: [
      'El filtro se cambia cada 6 meses.',
      'La bandeja no admite más de 250 hojas.',
      'Antes de abrir la tapa hay que apagar la impresora.',
      'Los cartuchos no están cubiertos por la garantía.',
      'El alcohol no se debe utilizar para limpiar la pantalla.',
      'En el menú puede desactivar el modo de ahorro.',
      'La actualización del firmware queda reservada a los administradores.',
    ],
    wrong: [
      ['negation', 'Utilice alcohol para limpiar la pantalla.'],
      ['unit', 'Cambie el filtro cada seis semanas.'],
      ['antonym', 'La bandeja admite como mínimo 250 hojas.'],
      ['order', 'Apague la impresora después de abrir la tapa.'],
      ['antonym', 'El modo de ahorro está desactivado de fábrica.'],
      ['negation', 'La garantía cubre los cartuchos.'],
      ['quantifier', 'Todos los usuarios pueden actualizar el firmware.'],
    ],
  },
  {
    language: 'es',
    title: 'Biblioteca municipal',
    headings: ['Préstamos'],
    text: 'Los socios pueden llevarse hasta cuatro libros durante tres semanas. Las revistas no se prestan. El préstamo se puede renovar dos veces, siempre que nadie haya reservado el libro. Los menores necesitan la firma de un adulto. La sala abre a las 9 y cierra a las 20.',
    right: [
      'Los socios pueden llevarse hasta 4 libros.',
      'Las revistas no se pueden llevar en préstamo.',
      'Es posible renovar el préstamo dos veces.',
    ],
    wrong: [
      ['number-word', 'Los socios pueden llevarse hasta siete libros.'],
      ['negation', 'Las revistas se prestan.'],
      ['swap', 'La sala cierra a las 9 y abre a las 20.'],
    ],
  },
  {
    language: 'ja',
    title: '勤怠管理マニュアル',
    headings: ['休暇', '申請'],
    text: '有給休暇の申請は開始日の3日前までに提出してください。承認された申請は取り消すことができません。半日休暇は年に6回まで取得できます。試用期間中の社員は在宅勤務を利用できません。未使用の休暇は翌年に繰り越されます。残業の申請には上長の承認が必要です。',
    right: [
      '有給休暇は開始日の3日前までに申請する必要があります。',
      '一度承認された申請は取り消せません。',
      '半日休暇を取得できるのは年に6回までです。',
      '試用期間中は在宅勤務を利用できません。',
      '使わなかった休暇は翌年に繰り越されます。',
      '残業を申請するには上長の承認が必要です。',
    ],
    wrong: [
      ['negation', '承認された申請は取り消すことができます。'],
      ['unit', '有給休暇の申請は開始日の3週間前までに提出してください。'],
      ['number', '半日休暇は年に9回まで取得できます。'],
      ['negation', '試用期間中の社員は在宅勤務を利用できます。'],
      ['negation', '未使用の休暇は翌年に繰り越されません。'],
      ['antonym', '残業の申請には上長の承認は不要です。'],
    ],
  },
  {
    language: 'ja',
    title: 'サーバー設定ガイド',
    headings: ['設定', 'ログ'],
    text: 'ログの保存期間は既定で30日です。圧縮機能は既定で有効になっています。設定ファイルを変更した後は、サービスを再起動してください。最大接続数は100です。管理者のみが証明書を更新できます。バックアップを開始する前に、データベースを停止してください。',
    right: [
      'ログは既定で30日間保存されます。',
      '圧縮機能は初期設定で有効です。',
      '設定ファイルを変更したら、サービスの再起動が必要です。',
      '証明書を更新できるのは管理者だけです。',
    ],
    wrong: [
      ['antonym', '圧縮機能は既定で無効になっています。'],
      ['antonym', '最小接続数は100です。'],
      ['order', 'バックアップを開始した後に、データベースを停止してください。'],
      ['unit', 'ログの保存期間は既定で30時間です。'],
    ],
  },
];
