/** The description of a member: its meaning and, for a member that may be null, the case in which it is null. */
export type MemberText = string | readonly [text: string, whenNull: string]

/** The unit that each amount in a response has. */
export const CENTS_TEXT = 'Em centavos, inteiro decimal em texto'

/** Descriptions of the members of responses and events, by member name. `COMPONENT_TEXTS` has the exceptions. */
export const MEMBER_TEXTS: Readonly<Record<string, MemberText>> = {
  id: 'O id deste recurso (UUID)',
  gateway_id: 'O id da conta do lojista',
  currency: 'A moeda: sempre BRL',
  items: 'Os itens da página; vazia quando não há nenhum',
  next_cursor: [
    'O cursor da próxima página, opaco: envie-o em cursor, com os mesmos filtros',
    'última página',
  ],
  created_at: 'Quando foi criado (ISO 8601, UTC)',
  updated_at: 'A última mudança (ISO 8601, UTC)',
  as_of: 'O momento da leitura (ISO 8601, UTC)',

  charge_id: ['O id da cobrança', 'não vem de uma cobrança'],
  order_reference: ['O pedido da cobrança, como o lojista o enviou', 'não vem de uma cobrança'],
  payment_id: ['O id do pagamento recebido, nosso; o da rede Pix é end_to_end_id', 'não vem de um pagamento'],
  refund_id: ['O id da devolução pedida pelo lojista', 'não vem de uma devolução'],
  case_id: ['O id do caso que bloqueia o valor, como em financial_case do extrato', 'não vem de um caso'],
  payout_id: ['O id do repasse', 'não vem de um repasse'],
  endpoint_id: 'O id do endpoint de webhook',
  event_id: 'O id do evento: evt_ e 26 caracteres, o mesmo em todas as tentativas',
  journal_id: ['O lançamento; as linhas de um lançamento têm o mesmo id', 'não é uma linha do extrato'],
  txid: ['O identificador da cobrança na rede Pix, que também está no BR Code', 'ainda sem Pix'],
  end_to_end_id: ['O identificador do pagamento na rede Pix: E e 31 caracteres', 'sem pagamento'],
  return_id: ['O identificador da devolução na rede Pix: D e 31 caracteres', 'a rede ainda não devolveu'],
  external_reference: ['A referência da transferência no banco', 'não vem de um repasse'],

  fee_cents: ['A tarifa da venda', 'ainda não foi paga'],
  net_cents: ['O valor líquido: o bruto menos a tarifa', 'ainda não foi paga'],
  reserve_cents: ['A parte do líquido retida como reserva contratual', 'ainda não foi paga'],
  refunded_cents: 'O total já devolvido ao pagador',
  paid_at: ['Quando o pagador pagou, pela rede Pix (ISO 8601, UTC)', 'ainda não foi paga'],
  expires_at: ['O fim da validade do Pix (ISO 8601, UTC)', 'sem Pix'],
  late_payment: 'true: o pagamento chegou depois do fim da validade; decida na loja o que fazer',
  failure_message: [
    'Por que falhou: um texto fixo do serviço, que pode ser mostrado ao pagador',
    'não falhou (só status failed tem texto)',
  ],
  answer_until: [
    'O prazo da defesa (ISO 8601, UTC)',
    'a contestação só foi conhecida pela devolução que a rede já fez',
  ],
  returned_cents: 'O valor que voltou ao pagador',
  closed_at: ['Quando terminou (ISO 8601, UTC)', 'ainda não terminou'],

  economic_at: ['A data do fato, que o filtro de período usa (ISO 8601, UTC)', 'em difference'],
  posted_at: 'Quando foi lançado (ISO 8601, UTC)',
  line_no: ['O número da linha no lançamento', 'não é uma linha do extrato'],
  event_type: 'O tipo do fato; decida por ele no seu código',
  position: [
    'A parte do saldo que mudou: pending a receber, available disponível, contract_reserve reserva contratual, ' +
      'case_hold bloqueado, payout_reserved reservado para repasse, receivable devido ao serviço',
    'não é uma linha do extrato',
  ],
  is_reversal: 'true: estorna um lançamento anterior',
  description: ['Um texto fixo do serviço, para pessoas e não para decisões', 'sem descrição'],
  kind: 'O tipo do caso: refund devolução, dispute contestação (MED), held_payment pagamento retido, block bloqueio',

  url: 'A URL HTTPS que recebe os eventos',
  event_types: 'Os tipos de evento assinados; vazia: todos',
  secret_last4: 'Os quatro últimos caracteres do segredo de assinatura',
  signing_secret: 'O segredo que assina os webhooks, whsec_ incluído. Só esta resposta o contém: guarde-o',
  consecutive_failures: 'As tentativas seguidas que falharam; um sucesso volta a zero',
  paused_until: ['O fim da pausa automática depois de falhas (ISO 8601, UTC)', 'não está em pausa'],
  failing_since: ['A primeira das falhas seguidas (ISO 8601, UTC)', 'a última tentativa deu certo'],
  last_status_code: ['O status HTTP da última resposta do endpoint', 'nenhuma resposta'],
  next_attempt_at: ['Quando será a próxima tentativa (ISO 8601, UTC)', 'não há próxima tentativa'],
  finished_at: ['Quando terminou (ISO 8601, UTC)', 'ainda não terminou'],
  started_at: 'Quando começou, em tempo real (ISO 8601, UTC)',
  duration_ms: 'A duração em milissegundos',
  status_code: ['O status HTTP da resposta do endpoint', 'o endpoint não respondeu'],
  version: 'A versão do formato do evento',
  type: 'O tipo do evento',
  data: 'O que aconteceu, no estado do momento do evento; os membros dependem de type',
}
