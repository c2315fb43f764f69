/**
 * Words that exclude each other in technical texts, by language: groups are separated by semicolons, the two sides of a group
 * by a slash. English has more in WordNet. For languages without spaces these are characters of words.
 */
export const ANTONYMS: Record<string, string> = {
  en:
    'minimum min lowest/maximum max highest; enable enabled activate/disable disabled deactivate; ' +
    'allow permit permitted let grant/deny forbid forbidden prohibit disallow block refuse; optional/required mandatory compulsory obligatory necessary; ' +
    'increase raise grow/decrease reduce lower shrink drop; accept/reject refuse deny decline; ' +
    'keep kept retain preserve stay remain/delete remove discard drop erase purge; add insert/remove delete; start begin launch/stop end finish halt terminate; ' +
    'continue keep/stop cancel end quit exit; create/delete destroy remove; include contain/exclude omit; first/last; first/second; second/third; open/close closed shut; ' +
    'public/private; internal/external; input/output; read/write; upload/download; encrypt/decrypt; encode/decode; lock/unlock; ' +
    'import/export; connect/disconnect; attach/detach; install/uninstall; mount/unmount; push/pull; send sent/receive; show shown display/hide hidden; ' +
    'success succeed/failure fail error; true/false; automatic automatically/manual manually; local/remote global; major/minor; ' +
    'temporary temporarily/permanent permanently persistent persist; synchronous/asynchronous; static/dynamic; ascending/descending; earlier/later; ' +
    'single one/multiple many several; large big/small little; high higher highest/low lower lowest; above/below; larger bigger greater/smaller fewer; short/long; fast quick/slow; strong/weak; old/new; same identical equal/different distinct; ' +
    'inside within/outside; full/empty; free/paid; forward/backward; upgrade/downgrade; ' +
    'always/never; possible/impossible; supported/unsupported; valid/invalid; recommended/discouraged; mutable/immutable; ' +
    'source/destination target; top/bottom; horizontal/vertical; production/development',
  de:
    'mindestens minimal minimum/höchstens maximal maximum; aktivieren aktiviert eingeschaltet/deaktivieren deaktiviert ausgeschaltet; ' +
    'erlauben erlaubt gestattet zulässig/verbieten verboten untersagt unzulässig; optional freiwillig/erforderlich notwendig verpflichtend obligatorisch zwingend; ' +
    'erhöhen erhöht steigern/verringern verringert senken reduzieren reduziert; annehmen akzeptieren/ablehnen verweigern; behalten aufbewahrt erhalten/löschen gelöscht entfernen entfernt; ' +
    'hinzufügen/entfernen löschen; starten beginnen/stoppen beenden anhalten; öffnen öffnet/schließen schließt; erste ersten/letzte letzten; ' +
    'öffentlich/privat; intern/extern; lesen/schreiben; hochladen/herunterladen; verschlüsseln/entschlüsseln; sperren/entsperren; importieren/exportieren; verbinden/trennen; ' +
    'installieren/deinstallieren; senden/empfangen; anzeigen einblenden/ausblenden verbergen; wahr/falsch; automatisch/manuell; lokal/global; temporär vorübergehend/dauerhaft; ' +
    'groß größer/klein kleiner; hoch höher/niedrig niedriger; kurz kürzer/lang länger; schnell/langsam; alt/neu; gleich identisch/unterschiedlich verschieden; ' +
    'innerhalb/außerhalb; voll/leer; kostenlos/kostenpflichtig; möglich/unmöglich; gültig/ungültig; links/rechts; oben/unten; ' +
    'immer/nie niemals; intern/extern; brutto/netto; aufsteigend/absteigend',
  fr:
    'minimum minimal minimale/maximum maximal maximale; activer activé activée/désactiver désactivé désactivée; autoriser autorisé permettre/interdire interdit refuser; ' +
    'facultatif facultative optionnel optionnelle/obligatoire requis requise nécessaire; augmenter augmente/réduire réduit diminuer diminue; accepter accepté acceptés/refuser refusé refusés rejeter; ' +
    'conserver conservé garder/supprimer supprimé effacer effacé; ajouter/supprimer retirer; démarrer commencer/arrêter terminer; ouvrir ouvre/fermer ferme; premier première/dernier dernière; ' +
    'public publique/privé privée; interne/externe; lire/écrire; télécharger/téléverser; chiffrer/déchiffrer; verrouiller bloquer/déverrouiller débloquer; importer/exporter; ' +
    'connecter/déconnecter; installer/désinstaller; envoyer/recevoir; afficher/masquer; vrai/faux; automatique automatiquement/manuel manuellement; local/global; temporaire/permanent définitif; ' +
    'grand/petit; haut élevé/bas faible; court/long; rapide/lent; ancien/nouveau; identique même/différent; intérieur/extérieur; plein/vide; gratuit/payant; ' +
    'possible/impossible; valide/invalide; gauche/droite; toujours/jamais; croissant/décroissant; inclure inclus/exclure exclu',
  es:
    'mínimo mínima/máximo máxima; activar activado activada/desactivar desactivado desactivada; permitir permitido/prohibir prohibido denegar; ' +
    'opcional/obligatorio obligatoria requerido necesario; aumentar aumenta/reducir reduce disminuir disminuye; aceptar aceptado/rechazar rechazado; conservar conservado mantener/eliminar eliminado borrar borrado; ' +
    'añadir agregar/eliminar quitar; iniciar empezar comenzar encender/detener parar terminar apagar; abrir abre/cerrar cierra; primero primera/último última; público pública/privado privada; ' +
    'interno/externo; leer/escribir; subir cargar/descargar bajar; cifrar/descifrar; bloquear/desbloquear; importar/exportar; conectar/desconectar; instalar/desinstalar; enviar/recibir; ' +
    'mostrar/ocultar; verdadero/falso; automático automáticamente/manual manualmente; local/global; temporal/permanente; grande/pequeño; alto/bajo; corto/largo; rápido/lento; ' +
    'antiguo viejo/nuevo; igual mismo idéntico/diferente distinto; dentro/fuera; lleno/vacío; gratuito gratis/pago; posible/imposible; válido/inválido; ' +
    'izquierda/derecha; siempre/nunca; ascendente/descendente; incluir/excluir; superior/inferior',
  it:
    'minimo/massimo; attivare attivato/disattivare disattivato; abilitare abilitato/disabilitare disabilitato; permettere consentire consentito/vietare vietato negare; facoltativo opzionale/obbligatorio richiesto necessario; ' +
    'aumentare/ridurre diminuire; accettare accettato/rifiutare rifiutato; conservare/eliminare cancellare; aggiungere/rimuovere; avviare iniziare/fermare terminare; aprire/chiudere; primo/ultimo ultima; ' +
    'pubblico/privato; interno/esterno; leggere/scrivere; automatico/manuale; temporaneo/permanente; uguale stesso/diverso; dentro/fuori; possibile/impossibile; valido/invalido; sempre/mai',
  pt:
    'mínimo/máximo; ativar ativado/desativar desativado; permitir permitido/proibir proibido negar; opcional/obrigatório necessário; aumentar/reduzir diminuir; aceitar aceito/rejeitar recusar; ' +
    'manter conservar/eliminar excluir apagar; adicionar/remover; iniciar começar/parar terminar; abrir/fechar; primeiro/último; público/privado; interno/externo; ler/escrever; automático/manual; ' +
    'temporário/permanente; igual mesmo/diferente; dentro/fora; possível/impossível; válido/inválido; sempre/nunca',
  nl:
    'minimaal minimum minstens/maximaal maximum hoogstens; inschakelen ingeschakeld/uitschakelen uitgeschakeld; toestaan toegestaan/verbieten verboten weigeren; optioneel/verplicht vereist noodzakelijk; ' +
    'verhogen/verlagen verminderen; accepteren/weigeren afwijzen; bewaren behouden/verwijderen wissen; toevoegen/verwijderen; starten beginnen/stoppen beëindigen; openen/sluiten; eerste/laatste; ' +
    'openbaar/privé; intern/extern; lezen/schrijven; automatisch/handmatig; tijdelijk/permanent; gelijk/verschillend; binnen/buiten; mogelijk/onmogelijk; geldig/ongeldig; altijd/nooit',
  ru:
    'минимум минимальный/максимум максимальный; включить включен включено/отключить отключен отключено выключить; разрешить разрешено/запретить запрещено; необязательно/обязательно; ' +
    'увеличить/уменьшить; принять/отклонить; сохранить/удалить; добавить/удалить; запустить начать/остановить закончить; открыть/закрыть; первый/последний; всегда/никогда; внутри/снаружи',
  ja:
    '最大 上限/最小 最低 下限; 有効 オン/無効 オフ; 許可/禁止 拒否; 任意 不要/必須 必要; 増加 増や/減少 減ら; 追加/削除; 保持 保存/削除 破棄; 開始 起動/停止 終了; 開く 開館/閉じる 閉館; ' +
    '最初/最後; 公開/非公開; 内部/外部; 読み取り/書き込み; 暗号化/復号; 接続/切断; 送信/受信; 表示/非表示; 成功/失敗; 自動/手動; 一時/永続 恒久; 同期/非同期; 同じ/異なる; 以上/以下 未満; ' +
    '可能/不可能; 常に/決して; 昇順/降順; 有料/無料; 以内/以外; 上げ/下げ',
  zh:
    '最大/最小; 最多/最少 至少; 启用 开启/禁用 关闭; 允许/禁止 拒绝; 可选/必需 必须 必填; 增加 提高/减少 降低; 添加/删除 移除; 保留/删除; 开始 启动/停止 结束; 打开/关闭; 第一/最后; 公开/私有; ' +
    '内部/外部; 读取/写入; 加密/解密; 连接/断开; 发送/接收; 显示/隐藏; 成功/失败; 自动/手动; 临时/永久; 同步/异步; 相同/不同; 以上/以下; 总是/从不; 升序/降序; 支持/不支持; 有效/无效',
};

/** Prefixes that turn a word into its opposite. A pair counts if one word is the other with the prefix. */
export const NEGATIVE_PREFIXES: Record<string, string> = {
  en: 'un in im ir non dis',
  de: 'un in nicht de des ent',
  fr: 'in im ir dé dés',
  es: 'in im ir des',
  it: 'in im ir dis s',
  pt: 'in im ir des',
  nl: 'on in de',
  ru: 'не без',
};
