/**
 * What people say in a chat that asks nothing of the documents, by language: lower case, without punctuation, separated by
 * spaces, the words of a phrase joined by underscores.
 */
export interface SmallTalkWords {
  greeting: string;
  thanks: string;
  farewell: string;
  /** Answers what was said. */
  reply: string;
  /** Takes notice: “ok”, “great”. */
  notice: string;
  /** Asks for more than the last answer, or says that it did not help. */
  again: string;
  /** Asks who or what answers, and what it can do. */
  about: string;
  /** Asks for somebody to talk to. */
  request?: string;
  /** Does so with the words for talking, or with those that add nothing: “talk to *a person*”, “*a person* please”. */
  person: string;
  /** The words for talking. */
  reach: string;
  /** Adds nothing beside one of the others: “thanks *for your help*”, “*can I* talk to a human *please*”. */
  filler: string;
}

/** Said in every language. */
export const EVERYWHERE: Partial<SmallTalkWords> = {
  greeting: 'hi hello',
  thanks: 'thx',
  notice: 'ok okay okey k lol haha hahaha',
};

export const SMALL_TALK_WORDS: Record<string, SmallTalkWords> = {
  en: {
    greeting:
      'hey good_morning good_afternoon good_evening how_are_you how_are_you_doing how_is_it_going nice_to_meet_you is_anybody_there anyone_there',
    thanks: 'thanks thank_you ty cheers thank_u tysm much_appreciated',
    farewell: 'bye goodbye good_bye see_you see_ya good_night have_a_nice_day have_a_good_day that_is_all that_s_all',
    reply: 'yes yeah yep yup no nope',
    notice:
      'sure alright all_right great perfect cool nice good super awesome wonderful excellent fine got_it understood i_see makes_sense never_mind nevermind that_helps that_helped that_works that_worked it_works it_worked works_now it_works_now oh ah hm hmm wow',
    again:
      'that_didn_t_work that_did_not_work that_doesn_t_work that_does_not_work it_didn_t_work it_did_not_work it_doesn_t_work it_does_not_work didn_t_work doesn_t_work does_not_work did_not_work still_not_working still_doesn_t_work still_does_not_work not_working it_still_doesn_t_work it_s_still_not_working still_the_same same_error still_the_same_error the_same_error same_problem still_the_same_problem same_issue i_already_did_that i_did_that i_did_that_already i_already_tried_that i_tried_that i_tried_that_already i_have_already_done_that i_ve_already_done_that already_did_that already_tried_that that_didn_t_help that_did_not_help that_doesn_t_help that_does_not_help not_helpful that_s_not_helpful didn_t_help that_is_not_what_i_asked that_s_not_what_i_asked that_s_not_what_i_meant that_is_not_what_i_meant not_what_i_asked that_is_wrong that_s_wrong wrong_answer that_doesn_t_answer_my_question more more_please tell_me_more more_details more_info more_information give_me_more_details can_you_tell_me_more what_else anything_else something_else is_there_anything_else can_you_explain can_you_explain_that can_you_explain_it explain_that please_explain i_don_t_understand i_do_not_understand i_don_t_get_it give_me_an_example show_me_an_example can_you_give_me_an_example can_you_show_me_an_example do_you_have_an_example an_example for_example example',
    about:
      'who_are_you what_are_you who_is_this who_am_i_talking_to who_am_i_speaking_to are_you_a_human are_you_human are_you_a_person are_you_a_real_person are_you_real are_you_a_bot are_you_a_robot are_you_an_ai are_you_ai are_you_a_machine are_you_chatgpt am_i_talking_to_a_human am_i_talking_to_a_bot am_i_talking_to_a_person am_i_talking_to_a_real_person is_this_a_bot is_this_a_human is_this_a_real_person is_this_an_ai is_this_ai what_can_you_do what_do_you_do what_can_i_ask what_can_i_ask_you what_do_you_know how_do_you_work how_can_you_help how_can_you_help_me what_can_you_help_me_with who_made_you who_built_you who_created_you who_programmed_you what_is_your_name what_s_your_name do_you_have_a_name can_you_help_me can_you_help i_need_help help_me',
    request:
      'human a_human real_person a_real_person human_being human_agent a_human_agent live_agent a_live_agent live_person real_human a_real_human talk_to_support speak_to_support',
    person:
      'person a_person a_human_being an_agent somebody someone someone_real a_member_of_staff customer_service customer_support contact_support your_support_team the_support_team',
    reach:
      'talk_to speak_to speak_with talk_with chat_with connect_me_to connect_me_with put_me_through_to transfer_me_to get_me reach contact',
    filler:
      'to can there again all everyone everybody mate friend so very much a_lot lots for_your_help for_the_help for_that for_this for_now really please then well very_much so_much many i want_to i_want would_like_to i_would_like d_like_to i_need_to i_need need_to can_i could_i may_i can_you could_you let_me is_there and just only me',
  },
  de: {
    greeting:
      'hallo hey guten_tag guten_morgen guten_abend moin moin_moin servus grüezi grüß_gott grüß_dich wie_geht_s wie_geht_es_dir wie_geht_es_ihnen',
    thanks: 'danke vielen_dank danke_schön dankeschön danke_sehr besten_dank herzlichen_dank tausend_dank',
    farewell: 'tschüss tschüß auf_wiedersehen tschau bis_dann bis_bald schönen_tag schönen_tag_noch das_war_s das_wars',
    reply: 'ja nein jo jep nö nee',
    notice:
      'alles_klar verstehe verstanden super prima toll klasse perfekt gut sehr_gut schön passt genau geht_klar das_hilft das_hat_geholfen jetzt_geht_es jetzt_geht_s es_geht_jetzt funktioniert_jetzt na_gut aha ach_so achso hm hmm',
    again:
      'das_hat_nicht_funktioniert das_funktioniert_nicht das_geht_nicht es_geht_nicht geht_nicht funktioniert_nicht es_funktioniert_nicht hat_nicht_funktioniert hat_nicht_geklappt das_hat_nicht_geklappt klappt_nicht das_klappt_nicht geht_immer_noch_nicht es_geht_immer_noch_nicht immer_noch_nicht immer_noch_derselbe_fehler immer_noch_der_gleiche_fehler derselbe_fehler gleicher_fehler gleiches_problem das_habe_ich_schon_gemacht habe_ich_schon_gemacht das_habe_ich_schon_versucht habe_ich_schon_versucht habe_ich_schon das_habe_ich_schon das_hilft_nicht das_hilft_mir_nicht das_hat_nicht_geholfen hilft_nicht das_war_nicht_meine_frage das_ist_falsch falsch das_meinte_ich_nicht mehr mehr_details mehr_infos mehr_dazu erzähl_mir_mehr gibt_es_noch_mehr was_noch sonst_noch_etwas kannst_du_das_erklären können_sie_das_erklären erklär_mir_das erkläre_das das_verstehe_ich_nicht verstehe_ich_nicht ich_verstehe_nicht ich_verstehe_das_nicht zum_beispiel ein_beispiel hast_du_ein_beispiel haben_sie_ein_beispiel gib_mir_ein_beispiel zeig_mir_ein_beispiel beispiel',
    about:
      'wer_bist_du wer_sind_sie was_bist_du bist_du_ein_mensch sind_sie_ein_mensch bist_du_ein_bot bist_du_ein_roboter sind_sie_ein_bot sind_sie_ein_roboter bist_du_eine_ki sind_sie_eine_ki bist_du_echt ist_das_ein_bot ist_das_ein_mensch spreche_ich_mit_einem_menschen spreche_ich_mit_einem_bot rede_ich_mit_einem_menschen mit_wem_spreche_ich mit_wem_rede_ich was_kannst_du was_können_sie was_kannst_du_alles was_können_sie_alles was_machst_du was_kann_ich_fragen was_kann_ich_dich_fragen was_kann_ich_sie_fragen wie_funktionierst_du wobei_kannst_du_helfen wobei_können_sie_helfen wer_hat_dich_gemacht wer_hat_dich_gebaut wer_hat_dich_programmiert wer_hat_sie_programmiert wie_heißt_du wie_heißen_sie kannst_du_mir_helfen können_sie_mir_helfen ich_brauche_hilfe',
    request: 'echten_menschen einen_echten_menschen mit_einem_menschen_sprechen',
    person:
      'mensch menschen einem_menschen einen_menschen einem_echten_menschen einer_person einer_echten_person jemandem jemanden mitarbeiter einem_mitarbeiter einer_mitarbeiterin einen_mitarbeiter kundendienst dem_kundendienst kundenservice dem_kundenservice dem_support eurem_support ihrem_support',
    reach: 'sprechen reden telefonieren chatten verbinden verbinden_sie_mich kontaktieren erreichen',
    filler:
      'dir ihnen euch mal bitte für_die_hilfe für_deine_hilfe für_ihre_hilfe dafür sehr so nochmal noch_mal dann na ich möchte will würde_gerne würde_gern kann_ich könnte_ich mit lieber gibt_es hier da zusammen auch noch und',
  },
  fr: {
    greeting: 'bonjour salut bonsoir coucou comment_ça_va ça_va comment_allez_vous',
    thanks: 'merci merci_beaucoup merci_bien mille_mercis un_grand_merci',
    farewell: 'au_revoir bonne_journée bonne_soirée à_bientôt à_plus c_est_tout',
    reply: 'oui non ouais',
    notice:
      'd_accord dac très_bien bien super parfait génial cool compris entendu je_vois c_est_bon ça_marche ça_marche_maintenant bon ah',
    again:
      'ça_ne_marche_pas cela_ne_marche_pas ça_marche_pas ça_n_a_pas_marché cela_n_a_pas_marché ça_ne_fonctionne_pas cela_ne_fonctionne_pas ne_marche_pas ne_fonctionne_pas toujours_pas toujours_la_même_erreur même_erreur même_problème toujours_le_même_problème je_l_ai_déjà_fait j_ai_déjà_fait_ça j_ai_déjà_essayé déjà_fait ça_ne_m_aide_pas cela_ne_m_aide_pas ce_n_est_pas_ma_question ce_n_est_pas_ce_que_j_ai_demandé c_est_faux plus_de_détails plus_d_infos dis_m_en_plus dites_m_en_plus quoi_d_autre autre_chose peux_tu_expliquer pouvez_vous_expliquer expliquez explique je_ne_comprends_pas je_comprends_pas par_exemple un_exemple donne_moi_un_exemple donnez_moi_un_exemple montre_moi_un_exemple montrez_moi_un_exemple',
    about:
      'qui_es_tu qui_êtes_vous tu_es_qui vous_êtes_qui es_tu_un_humain êtes_vous_un_humain êtes_vous_humain es_tu_humain es_tu_un_robot êtes_vous_un_robot es_tu_un_bot êtes_vous_un_bot es_tu_une_ia êtes_vous_une_ia c_est_un_robot est_ce_un_robot je_parle_à_un_humain je_parle_à_un_robot que_peux_tu_faire que_pouvez_vous_faire qu_est_ce_que_tu_peux_faire qu_est_ce_que_vous_pouvez_faire que_sais_tu_faire que_savez_vous_faire comment_fonctionnes_tu comment_fonctionnez_vous qui_t_a_créé qui_vous_a_créé qui_t_a_fait comment_t_appelles_tu comment_vous_appelez_vous peux_tu_m_aider pouvez_vous_m_aider j_ai_besoin_d_aide',
    person:
      'un_humain une_personne une_vraie_personne un_être_humain un_conseiller une_conseillère un_agent quelqu_un le_support le_service_client votre_support un_humain_réel',
    reach: 'parler_à parler_avec parler discuter_avec contacter joindre',
    filler:
      's_il_vous_plaît s_il_te_plaît svp stp pour_votre_aide pour_ton_aide à_vous à_toi tout_le_monde encore alors beaucoup je_veux je_voudrais j_aimerais puis_je est_ce_que_je_peux je_peux peut_on et',
  },
  es: {
    greeting: 'hola buenos_días buenas_tardes buenas_noches buenas qué_tal cómo_estás cómo_está',
    thanks: 'gracias muchas_gracias mil_gracias muchísimas_gracias',
    farewell: 'adiós chao hasta_luego hasta_pronto hasta_mañana eso_es_todo',
    reply: 'sí si no',
    notice:
      'vale de_acuerdo genial perfecto estupendo muy_bien bien bueno claro entendido entiendo ya_veo ya_funciona ahora_funciona guay ah',
    again:
      'no_funciona eso_no_funciona no_funcionó eso_no_funcionó no_ha_funcionado eso_no_ha_funcionado sigue_sin_funcionar todavía_no_funciona aún_no_funciona el_mismo_error mismo_error sigue_el_mismo_error el_mismo_problema mismo_problema ya_lo_hice ya_hice_eso ya_lo_he_hecho ya_lo_intenté ya_lo_probé ya_lo_he_probado no_me_ayuda eso_no_me_ayuda no_me_sirve eso_no_es_lo_que_pregunté no_es_lo_que_pregunté eso_está_mal más más_detalles más_información dime_más cuéntame_más qué_más algo_más puedes_explicarlo puede_explicarlo explícame explícamelo no_entiendo no_lo_entiendo por_ejemplo un_ejemplo dame_un_ejemplo muéstrame_un_ejemplo',
    about:
      'quién_eres quién_es_usted qué_eres eres_humano eres_un_humano eres_una_persona es_usted_una_persona eres_un_robot eres_un_bot eres_una_ia es_un_bot eres_una_máquina hablo_con_una_persona estoy_hablando_con_una_persona qué_puedes_hacer qué_puede_hacer qué_sabes_hacer qué_haces qué_puedo_preguntar qué_te_puedo_preguntar cómo_funcionas quién_te_hizo quién_te_creó cómo_te_llamas puedes_ayudarme me_puedes_ayudar puede_ayudarme necesito_ayuda',
    person:
      'un_humano una_persona una_persona_real alguien un_agente un_operador atención_al_cliente soporte el_soporte',
    reach: 'hablar_con hablar chatear_con contactar_con contactar comunicarme_con',
    filler:
      'por_favor por_tu_ayuda por_su_ayuda por_la_ayuda por_todo a_todos otra_vez pues entonces mucho quiero quisiera me_gustaría necesito puedo podría se_puede y',
  },
  it: {
    greeting: 'ciao buongiorno buonasera salve come_va come_stai come_sta',
    thanks: 'grazie grazie_mille molte_grazie mille_grazie tante_grazie',
    farewell: 'arrivederci buona_giornata buona_serata a_presto è_tutto',
    reply: 'sì si no',
    notice:
      'va_bene d_accordo perfetto ottimo bene molto_bene benissimo bello capito ho_capito certo ora_funziona adesso_funziona ah',
    again:
      'non_funziona non_ha_funzionato questo_non_funziona ancora_non_funziona non_funziona_ancora lo_stesso_errore stesso_errore sempre_lo_stesso_errore stesso_problema lo_stesso_problema l_ho_già_fatto già_fatto ho_già_provato l_ho_già_provato non_mi_aiuta non_aiuta non_è_quello_che_ho_chiesto è_sbagliato più_dettagli più_informazioni dimmi_di_più cos_altro altro puoi_spiegare puoi_spiegarlo può_spiegare spiegami non_capisco non_ho_capito per_esempio un_esempio fammi_un_esempio mostrami_un_esempio',
    about:
      'chi_sei chi_è_lei cosa_sei sei_umano sei_un_umano sei_una_persona sei_una_persona_vera è_una_persona sei_un_robot sei_un_bot sei_una_ia sei_un_intelligenza_artificiale sto_parlando_con_una_persona parlo_con_una_persona cosa_puoi_fare che_cosa_puoi_fare cosa_sai_fare cosa_posso_chiedere cosa_posso_chiederti come_funzioni chi_ti_ha_creato chi_ti_ha_fatto come_ti_chiami puoi_aiutarmi mi_puoi_aiutare può_aiutarmi ho_bisogno_di_aiuto',
    person:
      'un_umano una_persona una_persona_vera una_persona_reale qualcuno un_operatore un_operatrice servizio_clienti il_servizio_clienti l_assistenza il_supporto',
    reach: 'parlare_con parlare chattare_con contattare',
    filler:
      'per_favore per_piacere per_l_aiuto per_il_tuo_aiuto per_il_suo_aiuto a_tutti di_nuovo allora molto vorrei voglio posso potrei si_può e',
  },
  pt: {
    greeting: 'olá oi bom_dia boa_tarde boa_noite tudo_bem como_está como_vai',
    thanks: 'obrigado obrigada muito_obrigado muito_obrigada valeu brigado agradeço',
    farewell: 'adeus tchau até_logo até_já até_breve é_tudo é_só',
    reply: 'sim não',
    notice:
      'tá está_bem tudo_certo certo perfeito ótimo óptimo muito_bem bem bom claro entendi percebi compreendo já_funciona agora_funciona ah',
    again:
      'não_funciona não_funcionou isso_não_funciona isso_não_funcionou não_deu_certo ainda_não_funciona continua_sem_funcionar o_mesmo_erro mesmo_erro continua_o_mesmo_erro mesmo_problema o_mesmo_problema já_fiz_isso já_fiz já_tentei já_tentei_isso não_ajuda isso_não_ajuda não_ajudou não_foi_isso_que_perguntei está_errado mais mais_detalhes mais_informações conte_me_mais diga_me_mais o_que_mais mais_alguma_coisa pode_explicar podes_explicar explique não_entendo não_entendi não_percebo não_percebi por_exemplo um_exemplo dê_me_um_exemplo mostre_me_um_exemplo',
    about:
      'quem_és quem_é_você quem_é_tu o_que_és o_que_é_você és_humano você_é_humano é_humano és_um_robô você_é_um_robô é_um_robô és_um_bot você_é_um_bot você_é_uma_pessoa és_uma_pessoa você_é_uma_ia estou_falando_com_uma_pessoa estou_a_falar_com_uma_pessoa o_que_podes_fazer o_que_pode_fazer o_que_você_pode_fazer o_que_sabes_fazer o_que_você_faz o_que_posso_perguntar como_funcionas como_você_funciona quem_te_criou quem_criou_você quem_te_fez como_te_chamas qual_é_o_seu_nome podes_ajudar_me pode_me_ajudar você_pode_me_ajudar preciso_de_ajuda',
    person:
      'um_humano uma_pessoa uma_pessoa_real alguém um_atendente um_agente um_operador atendimento apoio_ao_cliente o_suporte',
    reach: 'falar_com falar conversar_com contactar contatar',
    filler:
      'por_favor pela_ajuda pela_sua_ajuda a_todos de_novo outra_vez então muito quero queria gostaria_de preciso posso poderia é_possível e',
  },
  nl: {
    greeting: 'hallo hoi hey goedemorgen goedemiddag goedenavond goedendag hoe_gaat_het',
    thanks: 'bedankt dank_je dank_u dank_je_wel dankjewel dank_u_wel dankuwel hartelijk_dank heel_erg_bedankt',
    farewell: 'tot_ziens doei fijne_dag fijne_dag_nog dat_was_het',
    reply: 'ja nee',
    notice:
      'prima goed heel_goed mooi super perfect geweldig begrepen snap_ik ik_snap_het duidelijk oké het_werkt het_werkt_nu klopt ah aha',
    again:
      'dat_werkt_niet het_werkt_niet werkt_niet dat_werkte_niet het_werkte_niet werkte_niet nog_steeds_niet het_werkt_nog_steeds_niet dezelfde_fout nog_steeds_dezelfde_fout zelfde_probleem hetzelfde_probleem dat_heb_ik_al_gedaan heb_ik_al_gedaan dat_heb_ik_al_geprobeerd heb_ik_al_geprobeerd dat_helpt_niet helpt_niet dat_was_niet_mijn_vraag dat_vroeg_ik_niet dat_klopt_niet meer meer_details meer_informatie vertel_me_meer wat_nog_meer nog_iets kun_je_dat_uitleggen kunt_u_dat_uitleggen leg_uit ik_begrijp_het_niet ik_snap_het_niet bijvoorbeeld een_voorbeeld geef_een_voorbeeld toon_een_voorbeeld',
    about:
      'wie_ben_je wie_bent_u wie_ben_jij wat_ben_je ben_je_een_mens bent_u_een_mens ben_jij_een_mens ben_je_een_robot bent_u_een_robot ben_je_een_bot ben_je_echt ben_je_een_ai is_dit_een_bot is_dit_een_mens praat_ik_met_een_mens spreek_ik_met_een_mens wat_kun_je wat_kan_je wat_kunt_u wat_kun_je_doen wat_kan_je_doen wat_kunt_u_doen wat_kan_ik_vragen wat_kan_ik_je_vragen hoe_werk_je wie_heeft_je_gemaakt wie_heeft_jou_gemaakt hoe_heet_je kun_je_me_helpen kan_je_me_helpen kunt_u_me_helpen ik_heb_hulp_nodig',
    person:
      'een_mens mens een_persoon een_echt_persoon een_echte_persoon een_medewerker iemand klantenservice de_klantenservice de_support',
    reach: 'praten_met spreken_met praten spreken chatten contact_opnemen_met',
    filler:
      'alsjeblieft alstublieft voor_je_hulp voor_uw_hulp voor_de_hulp hoor weer dan wel heel erg ik wil zou_graag kan_ik mag_ik kan met graag er en',
  },
  sv: {
    greeting: 'hej hejsan hallå tja tjena god_morgon god_kväll hur_mår_du hur_är_det',
    thanks: 'tack tack_så_mycket stort_tack tackar många_tack',
    farewell: 'hej_då hejdå adjö ha_det_bra vi_ses det_var_allt',
    reply: 'ja jo nej',
    notice:
      'okej bra mycket_bra toppen perfekt fint super jag_förstår förstår uppfattat det_funkar nu_funkar_det det_fungerar_nu aha',
    again:
      'det_fungerar_inte det_fungerade_inte fungerar_inte fungerade_inte det_funkar_inte det_funkade_inte funkar_inte fortfarande_inte samma_fel fortfarande_samma_fel samma_problem det_har_jag_redan_gjort har_jag_redan_gjort det_har_jag_redan_provat har_redan_provat det_hjälper_inte det_hjälpte_inte det_var_inte_min_fråga det_är_fel mer mer_information berätta_mer vad_mer något_mer kan_du_förklara förklara jag_förstår_inte till_exempel ett_exempel ge_mig_ett_exempel visa_mig_ett_exempel',
    about:
      'vem_är_du vad_är_du är_du_en_människa är_du_människa är_du_en_robot är_du_en_bot är_du_en_riktig_person är_du_en_ai pratar_jag_med_en_människa är_detta_en_bot vad_kan_du vad_kan_du_göra vad_gör_du vad_kan_jag_fråga hur_fungerar_du vem_har_gjort_dig vem_skapade_dig vad_heter_du kan_du_hjälpa_mig jag_behöver_hjälp',
    person: 'en_människa människa en_person en_riktig_person någon en_medarbetare kundtjänst kundservice supporten',
    reach: 'prata_med tala_med prata tala chatta_med kontakta',
    filler: 'snälla för_hjälpen för_din_hjälp igen då så mycket jag vill skulle_vilja kan_jag får_jag med och alla',
  },
  pl: {
    greeting: 'cześć hej dzień_dobry dobry_wieczór witam witaj siema jak_się_masz',
    thanks: 'dzięki dziękuję dziękuje dziękuję_bardzo dzięki_wielkie bardzo_dziękuję wielkie_dzięki',
    farewell: 'do_widzenia na_razie do_zobaczenia miłego_dnia to_wszystko',
    reply: 'tak nie',
    notice:
      'dobrze dobra super świetnie doskonale jasne rozumiem zrozumiałem zrozumiałam w_porządku działa już_działa teraz_działa aha',
    again:
      'to_nie_działa nie_działa nie_zadziałało to_nie_zadziałało nadal_nie_działa dalej_nie_działa ciągle_nie_działa ten_sam_błąd nadal_ten_sam_błąd ten_sam_problem już_to_zrobiłem już_to_zrobiłam już_próbowałem już_próbowałam to_nie_pomaga to_nie_pomogło nie_o_to_pytałem nie_o_to_pytałam to_źle więcej więcej_szczegółów więcej_informacji powiedz_więcej co_jeszcze coś_jeszcze możesz_wyjaśnić wyjaśnij nie_rozumiem na_przykład przykład podaj_przykład pokaż_przykład',
    about:
      'kim_jesteś kim_pan_jest czym_jesteś jesteś_człowiekiem czy_jesteś_człowiekiem jesteś_robotem czy_jesteś_robotem jesteś_botem czy_jesteś_botem czy_to_bot czy_jesteś_sztuczną_inteligencją czy_rozmawiam_z_człowiekiem co_potrafisz co_umiesz co_możesz_zrobić o_co_mogę_zapytać o_co_mogę_pytać jak_działasz kto_cię_stworzył kto_cię_zrobił jak_się_nazywasz jak_masz_na_imię możesz_mi_pomóc czy_możesz_mi_pomóc potrzebuję_pomocy',
    person:
      'człowiekiem z_człowiekiem z_kimś z_osobą z_prawdziwą_osobą z_konsultantem z_pracownikiem konsultant konsultanta człowiek z_obsługą_klienta z_pomocą_techniczną',
    reach: 'porozmawiać rozmawiać połączyć pogadać skontaktować_się proszę_połączyć_mnie',
    filler: 'proszę za_pomoc bardzo jeszcze_raz wszystkim więc chcę chciałbym chciałabym czy_mogę mogę i',
  },
  ru: {
    greeting: 'привет здравствуйте здравствуй добрый_день доброе_утро добрый_вечер как_дела приветствую',
    thanks: 'спасибо большое_спасибо спасибо_большое благодарю спс',
    farewell: 'до_свидания пока всего_доброго до_встречи хорошего_дня это_всё это_все',
    reply: 'да нет ага угу',
    notice:
      'ок хорошо ладно понятно понял поняла ясно отлично супер круто прекрасно замечательно работает заработало всё_работает',
    again:
      'не_работает это_не_работает не_сработало это_не_сработало не_помогло это_не_помогло всё_ещё_не_работает все_еще_не_работает по_прежнему_не_работает та_же_ошибка всё_та_же_ошибка все_та_же_ошибка та_же_проблема я_уже_это_сделал я_уже_это_сделала уже_сделал уже_сделала я_уже_пробовал я_уже_пробовала уже_пробовал это_не_то не_то я_не_об_этом_спрашивал неправильно подробнее ещё еще больше расскажи_подробнее расскажите_подробнее что_ещё что_еще можешь_объяснить можете_объяснить объясни объясните не_понимаю не_понял не_поняла я_не_понимаю например пример приведи_пример покажи_пример',
    about:
      'кто_ты кто_вы ты_кто вы_кто что_ты_такое ты_человек вы_человек ты_робот вы_робот ты_бот вы_бот это_бот это_человек это_робот ты_ии вы_настоящий_человек я_говорю_с_человеком я_разговариваю_с_человеком что_ты_умеешь что_вы_умеете что_ты_можешь что_вы_можете о_чём_можно_спросить что_можно_спросить как_ты_работаешь как_вы_работаете кто_тебя_создал кто_вас_создал кто_тебя_сделал как_тебя_зовут как_вас_зовут помоги_мне можете_помочь можешь_помочь мне_нужна_помощь помогите_мне',
    person:
      'с_человеком с_живым_человеком с_кем_нибудь с_оператором оператор оператора оператору человек человека со_специалистом со_службой_поддержки с_поддержкой',
    reach: 'поговорить говорить связаться соедините_меня соедините переключите_меня переключите позовите позови',
    filler:
      'пожалуйста за_помощь за_ответ большое огромное всем ещё_раз тогда очень я хочу хотел_бы хотела_бы можно могу_ли_я могу_я могу мне нужно и',
  },
  uk: {
    greeting: 'привіт вітаю добрий_день доброго_дня доброго_ранку добрий_вечір доброго_вечора як_справи',
    thanks: 'дякую дуже_дякую щиро_дякую спасибі красно_дякую',
    farewell: 'до_побачення бувай бувайте гарного_дня на_все_добре це_все',
    reply: 'так ні ага',
    notice: 'добре гаразд зрозуміло зрозумів зрозуміла ясно чудово супер класно працює вже_працює запрацювало',
    again:
      'не_працює це_не_працює не_спрацювало це_не_спрацювало не_допомогло це_не_допомогло досі_не_працює все_ще_не_працює та_сама_помилка та_сама_проблема я_вже_це_зробив я_вже_це_зробила вже_зробив вже_зробила я_вже_пробував я_вже_пробувала це_не_те я_не_про_це_питав неправильно детальніше ще більше розкажи_детальніше розкажіть_детальніше що_ще можеш_пояснити можете_пояснити поясни поясніть не_розумію я_не_розумію наприклад приклад наведи_приклад',
    about:
      'хто_ти хто_ви ти_людина ви_людина ти_робот ви_робот ти_бот ви_бот це_бот це_людина ти_ші я_говорю_з_людиною я_розмовляю_з_людиною що_ти_вмієш що_ви_вмієте що_ти_можеш що_ви_можете про_що_можна_запитати як_ти_працюєш як_ви_працюєте хто_тебе_створив хто_вас_створив як_тебе_звати як_вас_звати допоможи_мені можете_допомогти мені_потрібна_допомога допоможіть_мені',
    person:
      'з_людиною з_живою_людиною з_кимось з_оператором оператор оператора людина людину зі_службою_підтримки з_підтримкою',
    reach: 'поговорити говорити звʼязатися зв_язатися з_єднайте_мене покличте',
    filler:
      'будь_ласка за_допомогу за_відповідь дуже велике всім ще_раз тоді я хочу хотів_би хотіла_б можна чи_можу_я можу мені потрібно і',
  },
  el: {
    greeting: 'γεια γεια_σου γεια_σας καλημέρα καλησπέρα τι_κάνεις τι_κάνετε',
    thanks: 'ευχαριστώ ευχαριστώ_πολύ σε_ευχαριστώ σας_ευχαριστώ ευχαριστω',
    farewell: 'αντίο καληνύχτα τα_λέμε καλή_συνέχεια αυτά',
    reply: 'ναι όχι',
    notice: 'οκ εντάξει ωραία τέλεια καλά πολύ_καλά σωστά κατάλαβα το_κατάλαβα μάλιστα σούπερ λειτουργεί δουλεύει',
    again:
      'δεν_λειτουργεί δεν_δουλεύει δεν_λειτούργησε δεν_δούλεψε αυτό_δεν_λειτουργεί αυτό_δεν_δουλεύει ακόμα_δεν_λειτουργεί ακόμα_δεν_δουλεύει το_ίδιο_σφάλμα το_ίδιο_πρόβλημα το_έκανα_ήδη το_δοκίμασα_ήδη δεν_βοηθάει δεν_βοήθησε δεν_ρώτησα_αυτό είναι_λάθος περισσότερα πες_μου_περισσότερα τι_άλλο κάτι_άλλο μπορείς_να_εξηγήσεις μπορείτε_να_εξηγήσετε εξήγησε δεν_καταλαβαίνω για_παράδειγμα ένα_παράδειγμα',
    about:
      'ποιος_είσαι ποια_είσαι ποιος_είστε τι_είσαι είσαι_άνθρωπος είστε_άνθρωπος είσαι_ρομπότ είστε_ρομπότ είσαι_bot μιλάω_με_άνθρωπο τι_μπορείς_να_κάνεις τι_μπορείτε_να_κάνετε τι_μπορώ_να_ρωτήσω πώς_λειτουργείς ποιος_σε_έφτιαξε ποιος_σε_δημιούργησε πώς_σε_λένε μπορείς_να_με_βοηθήσεις μπορείτε_να_με_βοηθήσετε χρειάζομαι_βοήθεια',
    person:
      'άνθρωπο έναν_άνθρωπο με_άνθρωπο με_έναν_άνθρωπο με_κάποιον κάποιον εκπρόσωπο με_εκπρόσωπο με_έναν_εκπρόσωπο την_υποστήριξη με_την_υποστήριξη',
    reach: 'να_μιλήσω μιλήσω επικοινωνήσω να_επικοινωνήσω',
    filler: 'παρακαλώ για_τη_βοήθεια πολύ ξανά λοιπόν θέλω θα_ήθελα μπορώ και',
  },
  ro: {
    greeting: 'bună salut bună_ziua bună_dimineața bună_seara ce_mai_faci',
    thanks: 'mulțumesc mulțumesc_mult mersi mulțumim multumesc',
    farewell: 'la_revedere o_zi_bună pe_curând asta_e_tot',
    reply: 'da nu',
    notice: 'bine foarte_bine în_regulă perfect super grozav excelent am_înțeles înțeleg desigur funcționează aha',
    again:
      'nu_funcționează nu_merge nu_a_funcționat nu_a_mers tot_nu_funcționează tot_nu_merge încă_nu_funcționează aceeași_eroare aceeași_problemă am_făcut_deja_asta am_făcut_asta_deja am_încercat_deja nu_ajută nu_m_a_ajutat nu_asta_am_întrebat este_greșit mai_mult mai_multe mai_multe_detalii spune_mi_mai_multe ce_altceva altceva poți_explica puteți_explica explică nu_înțeleg de_exemplu un_exemplu dă_mi_un_exemplu',
    about:
      'cine_ești cine_sunteți ce_ești ești_om ești_un_om sunteți_om ești_o_persoană ești_un_robot sunteți_un_robot ești_un_bot vorbesc_cu_un_om vorbesc_cu_un_robot ce_poți_face ce_puteți_face ce_știi_să_faci ce_pot_întreba cum_funcționezi cine_te_a_creat cine_te_a_făcut cum_te_numești cum_te_cheamă mă_poți_ajuta mă_puteți_ajuta am_nevoie_de_ajutor',
    person:
      'un_om cu_un_om o_persoană cu_o_persoană cu_o_persoană_reală cineva cu_cineva un_operator cu_un_operator cu_un_agent cu_serviciul_clienți cu_suportul',
    reach: 'vorbesc să_vorbesc vorbi discut să_discut contactez să_contactez',
    filler: 'te_rog vă_rog pentru_ajutor mult din_nou tuturor atunci vreau aș_vrea aș_dori pot și',
  },
  tr: {
    greeting: 'merhaba merhabalar selam günaydın iyi_günler iyi_akşamlar nasılsın nasılsınız',
    thanks: 'teşekkürler teşekkür_ederim çok_teşekkürler çok_teşekkür_ederim sağ_ol sağol sağolun sağ_olun teşekkür',
    farewell: 'hoşça_kal hoşçakal güle_güle görüşürüz iyi_geceler bu_kadar',
    reply: 'evet hayır',
    notice:
      'tamam tamamdır peki olur anladım süper harika güzel çok_iyi mükemmel iyi çalışıyor çalıştı şimdi_çalışıyor',
    again:
      'çalışmıyor çalışmadı işe_yaramadı işe_yaramıyor bu_işe_yaramadı olmadı hâlâ_çalışmıyor hala_çalışmıyor aynı_hata hâlâ_aynı_hata hala_aynı_hata aynı_sorun bunu_zaten_yaptım zaten_yaptım zaten_denedim bunu_zaten_denedim yardımcı_olmadı bunu_sormadım yanlış daha_fazla daha_fazla_bilgi daha_fazlasını_anlat başka başka_ne_var açıklar_mısın açıklar_mısınız açıkla anlamadım anlamıyorum örneğin örnek bir_örnek_ver',
    about:
      'kimsin sen_kimsin siz_kimsiniz kimsiniz nesin sen_nesin insan_mısın sen_insan_mısın insan_mısınız robot_musun robot_musunuz bot_musun bot_musunuz gerçek_misin yapay_zeka_mısın bir_insanla_mı_konuşuyorum ne_yapabilirsin ne_yapabilirsiniz neler_yapabilirsin neler_yapabilirsiniz ne_sorabilirim nasıl_çalışıyorsun seni_kim_yaptı seni_kim_yarattı adın_ne adınız_ne bana_yardım_eder_misin yardım_eder_misiniz yardıma_ihtiyacım_var',
    person:
      'insanla bir_insanla gerçek_bir_insanla biriyle bir_kişiyle gerçek_kişiyle bir_temsilciyle temsilciyle müşteri_temsilcisi müşteri_temsilcisine müşteri_hizmetleri müşteri_hizmetleriyle destekle',
    reach: 'konuşmak görüşmek konuşabilir_miyim görüşebilir_miyim bağlanmak bağlan bağlanabilir_miyim',
    filler: 'lütfen yardımın_için yardımınız_için çok tekrar herkese o_zaman istiyorum isterim ve',
  },
  ar: {
    greeting: 'مرحبا مرحباً أهلا أهلاً اهلا السلام_عليكم صباح_الخير مساء_الخير كيف_حالك كيف_الحال',
    thanks: 'شكرا شكراً شكرا_جزيلا شكراً_جزيلاً شكرا_لك شكراً_لك شكرا_كثيرا مشكور',
    farewell: 'مع_السلامة وداعا وداعاً إلى_اللقاء هذا_كل_شيء',
    reply: 'نعم لا أجل',
    notice: 'حسنا حسناً طيب تمام ممتاز رائع جيد جيد_جدا فهمت مفهوم',
    again:
      'لا_يعمل لم_يعمل هذا_لا_يعمل لم_ينجح لم_ينجح_ذلك ما_زال_لا_يعمل لا_يزال_لا_يعمل نفس_الخطأ نفس_المشكلة فعلت_ذلك_بالفعل جربت_ذلك_بالفعل جربت_ذلك لم_يساعد هذا_لا_يساعد ليس_هذا_ما_سألت_عنه هذا_خطأ المزيد مزيد_من_التفاصيل أخبرني_المزيد ماذا_أيضا شيء_آخر هل_يمكنك_الشرح اشرح اشرح_لي لا_أفهم لم_أفهم مثلا مثال أعطني_مثالا',
    about:
      'من_أنت من_انت ما_أنت هل_أنت_إنسان هل_انت_انسان هل_أنت_بشر هل_أنت_روبوت هل_انت_روبوت هل_أنت_شخص_حقيقي هل_أتحدث_مع_إنسان هل_أتحدث_مع_روبوت ماذا_تستطيع_أن_تفعل ماذا_يمكنك_أن_تفعل ماذا_تفعل ماذا_يمكنني_أن_أسأل كيف_تعمل من_صنعك من_برمجك ما_اسمك هل_يمكنك_مساعدتي هل_تستطيع_مساعدتي أحتاج_مساعدة أحتاج_إلى_مساعدة',
    person:
      'إنسان مع_إنسان شخص مع_شخص شخص_حقيقي مع_شخص_حقيقي موظف مع_موظف مع_أحد مع_أحدهم خدمة_العملاء مع_خدمة_العملاء الدعم مع_الدعم',
    reach: 'التحدث أتحدث أن_أتحدث التواصل أتواصل الكلام أتكلم',
    filler: 'من_فضلك لو_سمحت على_المساعدة لك جزيلا كثيرا جدا مرة_أخرى أريد أود هل_يمكنني هل_أستطيع و',
  },
  hi: {
    greeting: 'नमस्ते नमस्कार हैलो हेलो हाय सुप्रभात आप_कैसे_हैं कैसे_हो',
    thanks: 'धन्यवाद शुक्रिया बहुत_धन्यवाद बहुत_बहुत_धन्यवाद बहुत_शुक्रिया थैंक्स',
    farewell: 'अलविदा फिर_मिलेंगे बाय बस_इतना_ही',
    reply: 'हाँ हां जी जी_हाँ जी_हां नहीं',
    notice: 'ठीक ठीक_है अच्छा बढ़िया बहुत_अच्छा समझ_गया समझ_गई समझा ओके सही काम_कर_रहा_है',
    again:
      'यह_काम_नहीं_कर_रहा काम_नहीं_कर_रहा यह_काम_नहीं_किया काम_नहीं_किया काम_नहीं_करता अभी_भी_काम_नहीं_कर_रहा वही_त्रुटि वही_एरर वही_समस्या मैंने_यह_पहले_ही_किया_है मैं_यह_कर_चुका_हूँ इससे_मदद_नहीं_मिली मैंने_यह_नहीं_पूछा गलत और और_जानकारी और_बताइए और_बताओ और_क्या क्या_आप_समझा_सकते_हैं समझाइए समझ_नहीं_आया मुझे_समझ_नहीं_आया उदाहरण उदाहरण_दीजिए',
    about:
      'तुम_कौन_हो आप_कौन_हैं आप_कौन_हो तुम_क्या_हो आप_क्या_हैं क्या_तुम_इंसान_हो क्या_आप_इंसान_हैं क्या_आप_मनुष्य_हैं क्या_तुम_रोबोट_हो क्या_आप_रोबोट_हैं क्या_आप_बॉट_हैं क्या_मैं_इंसान_से_बात_कर_रहा_हूँ तुम_क्या_कर_सकते_हो आप_क्या_कर_सकते_हैं मैं_क्या_पूछ_सकता_हूँ आप_कैसे_काम_करते_हैं तुम्हें_किसने_बनाया आपको_किसने_बनाया आपका_नाम_क्या_है तुम्हारा_नाम_क्या_है क्या_आप_मेरी_मदद_कर_सकते_हैं मुझे_मदद_चाहिए',
    person: 'इंसान_से किसी_इंसान_से असली_इंसान_से किसी_व्यक्ति_से व्यक्ति_से किसी_से एजेंट_से ग्राहक_सेवा ग्राहक_सेवा_से सहायता_टीम_से',
    reach: 'बात_करनी बात_करना बात_करना_चाहता बात_करना_चाहती बात_कर बात_कराइए बात_कराओ संपर्क_करना',
    filler: 'कृपया मदद_के_लिए बहुत फिर_से सबको मुझे मैं क्या है हूँ हूं चाहता चाहती सकता_हूँ सकता_हूं सकती_हूँ सकती_हूं और',
  },
  th: {
    greeting: 'สวัสดี สวัสดีครับ สวัสดีค่ะ หวัดดี หวัดดีครับ หวัดดีค่ะ ดีครับ ดีค่ะ',
    thanks: 'ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ ขอบคุณมาก ขอบคุณมากครับ ขอบคุณมากค่ะ ขอบใจ',
    farewell: 'ลาก่อน ลาก่อนครับ ลาก่อนค่ะ บาย',
    reply: 'ใช่ ใช่ครับ ใช่ค่ะ ไม่ ไม่ครับ ไม่ค่ะ',
    notice: 'โอเค โอเคครับ โอเคค่ะ ตกลง ดี ดีมาก เข้าใจแล้ว เข้าใจแล้วครับ เข้าใจแล้วค่ะ ได้แล้ว เยี่ยม ครับ ค่ะ อ๋อ',
    again:
      'ใช้ไม่ได้ ไม่ได้ผล มันใช้ไม่ได้ ยังใช้ไม่ได้ ยังไม่ได้ ข้อผิดพลาดเดิม ปัญหาเดิม ทำแล้ว ลองแล้ว ไม่ช่วย ไม่ได้ถามแบบนั้น ผิด เพิ่มเติม ขอรายละเอียดเพิ่มเติม มีอะไรอีก อธิบายหน่อย ช่วยอธิบาย ไม่เข้าใจ เช่น ตัวอย่าง ขอตัวอย่าง',
    about:
      'คุณเป็นใคร คุณคือใคร คุณคืออะไร คุณเป็นคนหรือเปล่า คุณเป็นมนุษย์หรือเปล่า คุณเป็นคนไหม คุณเป็นบอทหรือเปล่า คุณเป็นบอทไหม คุณเป็นหุ่นยนต์หรือเปล่า คุณเป็นหุ่นยนต์ไหม นี่คือบอทหรือเปล่า คุณทำอะไรได้บ้าง ถามอะไรได้บ้าง ใครสร้างคุณ คุณชื่ออะไร ช่วยฉันได้ไหม',
    request:
      'ขอคุยกับคน ขอคุยกับเจ้าหน้าที่ ขอคุยกับพนักงาน อยากคุยกับคน อยากคุยกับเจ้าหน้าที่ คุยกับคนได้ไหม คุยกับเจ้าหน้าที่ได้ไหม ขอสายเจ้าหน้าที่ ติดต่อเจ้าหน้าที่',
    person: 'คน',
    reach: 'คุยกับ พูดกับ',
    filler: 'ครับ ค่ะ คะ นะ นะครับ นะคะ หน่อย',
  },
  vi: {
    greeting: 'xin_chào chào chào_bạn chào_buổi_sáng bạn_khỏe_không',
    thanks: 'cảm_ơn cảm_ơn_bạn cám_ơn cám_ơn_bạn cảm_ơn_nhiều xin_cảm_ơn',
    farewell: 'tạm_biệt hẹn_gặp_lại thế_thôi',
    reply: 'vâng dạ có không ừ',
    notice: 'được được_rồi tốt tốt_lắm tuyệt tuyệt_vời hiểu_rồi tôi_hiểu_rồi rồi đúng đúng_rồi',
    again:
      'không_được không_hoạt_động nó_không_hoạt_động cái_đó_không_được vẫn_không_được vẫn_không_hoạt_động vẫn_lỗi_đó lỗi_cũ cùng_lỗi_đó vẫn_vậy tôi_đã_làm_rồi tôi_làm_rồi tôi_đã_thử_rồi không_giúp_được_gì tôi_không_hỏi_vậy sai_rồi thêm thêm_thông_tin nói_thêm_đi còn_gì_nữa bạn_có_thể_giải_thích_không giải_thích giải_thích_đi tôi_không_hiểu không_hiểu ví_dụ cho_ví_dụ cho_tôi_ví_dụ',
    about:
      'bạn_là_ai bạn_là_gì bạn_là_người_à bạn_có_phải_là_người_không bạn_có_phải_là_con_người_không bạn_có_phải_là_người_thật_không bạn_là_robot_à bạn_có_phải_là_robot_không bạn_có_phải_là_bot_không đây_là_bot_à bạn_có_thể_làm_gì bạn_làm_được_gì tôi_có_thể_hỏi_gì bạn_hoạt_động_thế_nào ai_tạo_ra_bạn ai_đã_tạo_ra_bạn bạn_tên_gì bạn_tên_là_gì bạn_có_thể_giúp_tôi_không tôi_cần_giúp_đỡ',
    person:
      'người_thật với_người_thật với_con_người với_ai_đó với_nhân_viên nhân_viên với_tổng_đài_viên nhân_viên_hỗ_trợ với_nhân_viên_hỗ_trợ chăm_sóc_khách_hàng',
    reach: 'nói_chuyện nói gặp liên_hệ trò_chuyện',
    filler:
      'làm_ơn vui_lòng nhiều rất bạn nhé ạ lại mọi_người đã_giúp vì_đã_giúp_đỡ tôi muốn tôi_muốn cho_tôi có_thể tôi_có_thể và',
  },
  zh: {
    greeting: '你好 您好 早上好 下午好 晚上好 嗨 哈喽 在吗 你好吗',
    thanks: '谢谢 谢谢你 谢谢您 多谢 非常感谢 感谢 谢了 好的谢谢 太感谢了 謝謝',
    farewell: '再见 拜拜 再會 没有了 就这些',
    reply: '是 是的 不 不是 没有 不用 对 对的',
    notice: '好 好的 行 可以 嗯 明白 明白了 知道了 了解 懂了 太好了 很好 不错 可以了 好了',
    again:
      '不行 不管用 没用 没有用 不起作用 还是不行 还是一样 还是同样的错误 同样的错误 一样的错误 同样的问题 我已经做过了 我试过了 已经试过了 没有帮助 这没有帮助 我不是问这个 不对 错了 更多 更多信息 详细一点 再详细一点 还有呢 还有吗 还有什么 解释一下 能解释一下吗 请解释 我不明白 不明白 我不懂 例如 比如 举个例子 例子',
    about:
      '你是谁 您是谁 你是什么 你是人吗 你是真人吗 您是真人吗 你是机器人吗 你是ai吗 你是人还是机器人 你是不是机器人 这是机器人吗 你能做什么 你会做什么 你可以做什么 我可以问什么 我能问什么 你是怎么工作的 谁创造了你 谁开发了你 你叫什么 你叫什么名字 你能帮我吗 你可以帮我吗 我需要帮助',
    request:
      '人工 人工客服 转人工 转人工客服 真人客服 客服 我要人工 我要转人工 我要人工客服 我想和真人说话 我想跟真人说话 我想和人说话 我想找人工客服 找客服 联系客服 可以转人工吗 能转人工吗 我可以和真人说话吗 有人工客服吗 我要找客服',
    person: '真人',
    reach: '说话',
    filler: '请 啊 呀 哦 了 吧 请问',
  },
  ja: {
    greeting: 'こんにちは こんばんは おはよう おはようございます はじめまして やあ もしもし',
    thanks:
      'ありがとう ありがとうございます ありがとうございました どうも どうもありがとう どうもありがとうございます 感謝します 助かりました',
    farewell: 'さようなら またね さよなら バイバイ 以上です',
    reply: 'はい いいえ うん ええ',
    notice:
      'わかりました 分かりました わかった 分かった 了解 了解です 了解しました なるほど いいね 大丈夫です 結構です そうですか オッケー 解決しました できました',
    again:
      'うまくいきません うまくいきませんでした 動きません 動きませんでした だめでした ダメでした できません できませんでした まだ動きません 同じエラーです 同じエラー 同じ問題です もうやりました すでにやりました もう試しました 役に立ちません それは聞いていません 違います もっと もっと詳しく もっと教えて もっと教えてください 詳しく教えてください ほかには 他には 説明して 説明してください わかりません 分かりません 例えば 例は 例を教えて 例を教えてください',
    about:
      'あなたは誰 あなたは誰ですか 誰ですか あなたは何ですか あなたは人間ですか 人間ですか あなたはロボットですか ロボットですか あなたはボットですか ボットですか あなたはaiですか aiですか これはボットですか 何ができますか あなたは何ができますか 何ができるの 何を聞けますか 何を質問できますか どのように動いていますか 誰が作りましたか 誰があなたを作りましたか 名前は何ですか お名前は 助けてください 手伝ってください',
    request:
      '人間と話したい 人と話したい 人と話したいです 人間と話したいです 人と話せますか 人間と話せますか オペレーター オペレーターと話したい オペレーターにつないでください 担当者と話したい 担当者につないでください 担当者と話せますか 有人対応 サポートに連絡したい 問い合わせ先',
    person: '人間',
    reach: '話したい',
    filler: 'すみません お願いします では じゃあ あの',
  },
  ko: {
    greeting: '안녕 안녕하세요 안녕하십니까 여보세요 반갑습니다',
    thanks: '감사합니다 고맙습니다 고마워요 고마워 감사해요 감사',
    farewell: '안녕히_계세요 안녕히_가세요 잘_있어요 이만 됐습니다',
    reply: '네 예 아니요 아니오 아니 응 넵',
    notice:
      '그래 그래요 좋아요 좋아 좋습니다 알겠습니다 알겠어요 알았어요 알았어 이해했어요 이해했습니다 됐어요 해결됐어요 오케이',
    again:
      '안_돼요 안돼요 안_됩니다 안됩니다 작동하지_않아요 작동하지_않습니다 작동_안_해요 여전히_안_돼요 아직도_안_돼요 같은_오류예요 같은_오류 같은_문제 이미_했어요 이미_해봤어요 해봤어요 도움이_안_돼요 그걸_물은_게_아니에요 틀렸어요 더 더_자세히 더_알려_주세요 더_알려주세요 자세히_알려_주세요 또_뭐가_있나요 다른_건요 설명해_주세요 설명해주세요 이해가_안_돼요 모르겠어요 예를_들면 예시 예를_들어_주세요',
    about:
      '누구세요 당신은_누구세요 당신은_누구입니까 넌_누구야 너는_누구야 당신은_무엇입니까 사람이에요 사람인가요 사람입니까 당신은_사람인가요 당신은_사람입니까 로봇인가요 로봇이에요 로봇입니까 봇인가요 봇이에요 ai인가요 당신은_로봇인가요 무엇을_할_수_있나요 뭘_할_수_있나요 뭐_할_수_있어 무엇을_할_수_있습니까 무엇을_물어볼_수_있나요 어떻게_작동하나요 누가_만들었나요 누가_당신을_만들었나요 이름이_뭐예요 도와주세요 도와줄_수_있나요 도움이_필요해요',
    person:
      '사람과 사람이랑 사람하고 실제_사람과 진짜_사람과 상담원 상담원과 상담원이랑 상담사 상담사와 상담원에게 상담원_연결 담당자와 담당자 고객센터 고객센터에',
    reach: '이야기하고 얘기하고 대화하고 통화하고 말하고 이야기할_수 얘기할_수 대화할_수 연결해 연결',
    filler: '정말 대단히 너무 좀 다시 싶어요 싶습니다 있나요 있을까요 주세요 부탁드립니다 부탁해요',
  },
};
