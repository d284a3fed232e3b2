import type { MemberText } from './member-texts.ts'

/** The description of a component, and of those of its members that differ from `MEMBER_TEXTS`. */
export interface ComponentText {
  text: string
  members?: Readonly<Record<string, MemberText>>
}

const page = (items: string): ComponentText => ({ text: `Uma página de ${items}` })

const ERRORS: Record<string, ComponentText> = {
  ErrorResponse: {
    text: 'O corpo de toda resposta de erro',
    members: {
      error: 'O erro',
      details: 'Por que a chamada foi recusada; um objeto vazio quando não há mais a dizer',
    },
  },
  InvalidField: {
    text: 'Um campo inválido da chamada, sem o valor enviado',
    members: {
      code:
        'O que está errado: required falta, unknown não existe, type ou format é outro, too_short, too_long e ' +
        'out_of_range passam dos limites, not_allowed não é aceito',
    },
  },
}

const CHARGES: Record<string, ComponentText> = {
  Environment: { text: 'O ambiente: production tem dinheiro real; sandbox é o ambiente de teste' },
  Charge: {
    text: 'Uma cobrança Pix. Todos os campos estão sempre presentes',
    members: {
      order_reference: 'O pedido, como o lojista o enviou; único na conta',
      amount_cents: 'O valor bruto da cobrança',
      description: ['A descrição enviada na criação', 'não foi enviada'],
      status:
        'created: emissão ainda sem resposta; pending: aguarda o pagamento; paid: paga; partially_refunded e ' +
        'refunded: devolvida em parte ou toda; expired, cancelled: sem pagamento; failed: emissão recusada',
      fee_percent_bps: 'A parte percentual da tarifa, em pontos-base: 200 são 2,00%',
      fee_fixed_cents: 'A parte fixa da tarifa, por transação',
      is_simulated: 'true: cobrança do ambiente de teste, sem dinheiro real',
      expires_at: ['O fim da validade do QR Code (ISO 8601, UTC)', 'a emissão foi recusada'],
      pix: ['O código Pix', 'a emissão não terminou ou foi recusada'],
      payments_count: 'Quantos pagamentos chegaram para a cobrança, repetidos incluídos',
    },
  },
  PixCode: {
    text: 'O código Pix de uma cobrança',
    members: {
      qr_code_payload: ['O código Pix copia e cola (BR Code), do qual se desenha o QR Code', 'ainda sem Pix'],
    },
  },
  ChargePage: page('cobranças, da mais recente para a mais antiga'),
  Refund: {
    text: 'Uma devolução ao pagador. Todos os campos estão sempre presentes',
    members: {
      amount_cents: 'O valor devolvido',
      status:
        'processing: a rede ainda não concluiu; completed: devolvida; failed: recusada, e o bloqueio foi desfeito',
      reason: ['O motivo enviado no pedido', 'não foi enviado'],
      description: ['A descrição enviada no pedido', 'não foi enviada'],
      failure_message: ['Por que falhou, em texto para pessoas', 'não falhou'],
      end_to_end_id: ['O identificador na rede Pix do pagamento devolvido', 'sem pagamento'],
      metadata: 'Os pares enviados no pedido; vazio quando não houve',
      requested_at: 'Quando foi pedida (ISO 8601, UTC)',
      completed_at: ['Quando a rede devolveu (ISO 8601, UTC)', 'ainda não devolveu, ou falhou'],
    },
  },
  RefundList: { text: 'As devoluções de uma cobrança, da mais recente para a mais antiga' },
}

const DISPUTES: Record<string, ComponentText> = {
  Dispute: {
    text: 'Uma contestação (MED) de um pagamento. O id é o case_id dos eventos dispute.*',
    members: {
      amount_cents: 'O valor contestado',
      created_at: 'Quando foi aberta (ISO 8601, UTC)',
      evidence: ['A defesa enviada por último', 'nenhuma foi enviada'],
      decision: ['A decisão', 'ainda não há'],
      reason: ['O motivo, com o nome que a rede Pix usa', 'a rede não o informou'],
    },
  },
  DisputeBlocked: { text: 'O valor bloqueado por uma contestação, pela parte do saldo de que veio' },
  DisputeDecision: {
    text: 'A decisão de uma contestação',
    members: {
      result:
        'accepted ou partly_accepted: em favor do pagador, no todo ou em parte; rejected: em favor do lojista; ' +
        'cancelled: o pagador desistiu; already_returned: o valor já tinha voltado',
      decided_at: 'Quando foi decidida (ISO 8601, UTC)',
    },
  },
  DisputeEvidence: {
    text: 'A defesa de uma contestação',
    members: {
      text: 'O texto da defesa',
      submitted_at: 'Quando foi enviada (ISO 8601, UTC)',
      forwarded_at: ['Quando foi encaminhada à instituição que a analisa (ISO 8601, UTC)', 'ainda não foi'],
    },
  },
  DisputeFile: {
    text: 'Um arquivo da defesa de uma contestação',
    members: {
      media_type: 'O tipo do conteúdo, conferido pelo serviço',
      size_bytes: 'O tamanho em bytes',
      created_at: 'Quando foi recebido (ISO 8601, UTC)',
    },
  },
  DisputeFiles: { text: 'Os arquivos de uma contestação, do mais antigo ao mais recente' },
  DisputePage: page('contestações, da mais recente para a mais antiga'),
}

const MONEY: Record<string, ComponentText> = {
  Balance: {
    text: 'O saldo da conta. Pago não é liquidado, e liquidado não é repassado',
    members: {
      payouts_suspended: 'true: os repasses estão suspensos, pelos motivos em suspension_reasons',
      suspension_reasons: 'Por que os repasses estão suspensos; vazia quando não estão',
      payouts_by_service: 'true: o serviço faz os repasses, conforme o contrato',
      payouts_by_service_message: 'Um texto para mostrar sobre como os repasses são feitos',
    },
  },
  SuspensionReason: {
    text: 'Um motivo pelo qual os repasses estão suspensos',
    members: {
      code:
        'negative_balance: a conta deve ao serviço; open_disputes: contestações abertas; bank_account_missing: sem ' +
        'conta bancária; reconciliation_difference: divergência na conciliação; manual_hold: por uma pessoa',
      since: 'Desde quando (ISO 8601, UTC)',
      case_id: ['O caso que suspende os repasses', 'o motivo não é um caso'],
    },
  },
  StatementLine: {
    text: 'Uma linha do extrato: como um lançamento mudou uma parte do saldo',
    members: {
      event_type: 'O que gerou o lançamento; decida por ele. Um tipo desconhecido: use o sinal e position',
      amount_cents: 'O efeito: positivo aumenta, negativo reduz',
      source_type: 'De que source_id é o id: charge a cobrança, gateway a conta',
      source_id: 'O id da origem: a cobrança ou a conta',
      service: ['A venda que gerou a linha', 'não vem de uma venda'],
      payout: ['O repasse que gerou a linha', 'não vem de um repasse'],
      financial_case: ['A devolução, contestação ou bloqueio que gerou a linha', 'não vem de um caso'],
    },
  },
  StatementSale: {
    text: 'A venda paga de uma linha do extrato',
    members: {
      classification: 'primary: o pagamento que pagou a cobrança',
      gross_cents: 'O valor bruto da venda',
      payable_cents: 'O que entra no saldo: o líquido menos a reserva',
    },
  },
  StatementCase: {
    text: 'O caso de uma linha do extrato: uma devolução, uma contestação ou um bloqueio',
    members: {
      status: 'open: o valor está bloqueado; released: voltou ao saldo; returned: voltou ao pagador',
      amount_cents: 'O valor do caso',
      opened_at: 'Quando foi aberto (ISO 8601, UTC)',
    },
  },
  StatementPayout: {
    text: 'O repasse de uma linha do extrato',
    members: { paid_at: 'Quando o banco transferiu (ISO 8601, UTC)' },
  },
  StatementPage: {
    text: 'Uma página de linhas do extrato, da mais recente para a mais antiga',
    members: { as_of: 'O momento da primeira página; o que foi lançado depois não entra nesta paginação' },
  },
  Payout: {
    text: 'Um repasse feito pelo serviço à conta bancária do lojista',
    members: {
      amount_cents: 'O valor transferido',
      paid_at: 'Quando o banco transferiu (ISO 8601, UTC)',
    },
  },
  PayoutPage: page('repasses, do mais recente para o mais antigo'),
  PayoutLine: { text: 'Uma linha do extrato, inteira ou em parte, que um repasse pagou' },
  PayoutLinePage: page('linhas de um repasse, na ordem de lançamento'),
  ReconciliationRow: {
    text: 'Uma linha da conciliação de um dia fechado',
    members: {
      event_type: 'Em journal, o tipo do lançamento, como no extrato; em difference, o tipo da divergência',
      amount_cents: [
        'journal: o efeito na posição. network: positivo é um pagamento, negativo uma devolução. payout: positivo é ' +
          'um repasse, negativo o seu estorno. difference: o valor na rede Pix',
        'em difference, a rede Pix não o tem',
      ],
      recorded_cents: ['Só em difference: o valor registrado pelo serviço', 'nos outros, ou não registrado'],
    },
  },
}

const ACCOUNT: Record<string, ComponentText> = {
  ApiKey: {
    text: 'A chave de API em uso',
    members: {
      name: 'O nome dado à chave no painel',
      prefix: 'O começo da chave, que a identifica sem a revelar',
      scopes: 'O que a chave pode fazer',
      expires_at: ['Quando a chave expira (ISO 8601, UTC)', 'não expira'],
    },
  },
  Request: {
    text: 'Uma chamada da API feita com a chave em uso. Não contém valores enviados',
    members: {
      path: 'O campo, como payer.document',
      code: 'O que está errado, como em details.fields do erro',
      idempotency: [
        'first: executou; replayed: repetiu uma chamada anterior; conflict: a chave já tinha outro conteúdo',
        'sem Idempotency-Key, ou recusada antes',
      ],
    },
  },
  RequestPage: page('chamadas, da mais recente para a mais antiga'),
  TestClock: {
    text: 'O relógio da conta de teste',
    members: { advancing_to: ['Até onde o relógio avança (ISO 8601, UTC)', 'não está avançando'] },
  },
}

/** Descriptions of the components that are neither webhooks nor events, by component name. */
export const COMPONENT_TEXTS: Readonly<Record<string, ComponentText>> = {
  ...ERRORS,
  ...CHARGES,
  ...DISPUTES,
  ...MONEY,
  ...ACCOUNT,
}
