import type { Words } from '../../lib/export-file.ts'
import { counted, type Text } from '../../lib/text.ts'

export const reconciliation = {
  title: ['Conciliação', 'Reconciliation'],
  description: [
    'Onde a rede Pix e os registros divergem, e se o razão confere.',
    'Where the Pix network and our records differ, and whether the ledger balances.',
  ],
  exceptions: ['Divergências', 'Exceptions'],
  ofDay: ([ptBr, en]: Text) => [`Do dia ${ptBr}`, `From ${en}`] as const,
  exportExceptions: ['Exportar divergências', 'Export exceptions'],
  nextStep: [
    'Próximo passo de cada divergência: conferir com o banco e encerrar.',
    'Next step for each exception: check with the bank and close the exception.',
  ],
  nextStepOfOthers: [
    'Próximo passo: Financeiro ou Administração confere com o banco e encerra cada divergência.',
    'Next step: Finance or an administrator checks with the bank and closes each exception.',
  ],
  open: ['Em aberto', 'Open'],
  closed: ['Encerradas', 'Closed'],
  state: ['Situação', 'Status'],
  kind: ['Divergência', 'Exception'],
  endToEnd: ['E2E', 'E2E'],
  merchant: ['Lojista', 'Merchant'],
  openCharge: ['Ver cobrança', 'View charge'],
  openedAt: ['Aberta em', 'Opened'],
  closedBy: ['Encerrada por', 'Closed by'],
  closedAt: ['Encerrada em', 'Closed'],
  resolution: ['Como foi resolvida', 'How it was resolved'],
  absent: ['não consta', 'missing'],
  difference: ['Diferença', 'Difference'],
  details: ['O que diverge', 'What differs'],
  close: ['Encerrar', 'Close'],
  closeOf: (endToEndId: string) => [`Encerrar ${endToEndId}`, `Close ${endToEndId}`] as const,
  closeTitle: ['Encerrar divergência', 'Close the exception'],
  closeBody: [
    'Diga como foi resolvida; fica registrado.',
    'Describe how it was resolved; the audit log records it.',
  ],
  remedy: ['O que fazer', 'What to do'],
  closedDone: ['Divergência encerrada', 'Exception closed'],
  leftUnsettled: [
    'Sem liquidação: o que a venda deixou em “A liquidar” não fica disponível.',
    'The sale was not settled: its amount in “Pending” does not become available.',
  ],
  emptyTitle: (merchant: string | null) =>
    merchant === null
      ? (['Nenhuma divergência em aberto', 'No open exceptions'] as const)
      : ([`Nenhuma divergência em aberto de ${merchant}`, `No open exceptions for ${merchant}`] as const),
  emptyBody: (merchant: string | null) =>
    merchant === null
      ? (['A rede e os registros dizem o mesmo.', 'The network and our records agree.'] as const)
      : ([
          'A rede e os registros deste lojista dizem o mesmo.',
          'The network and our records of this merchant agree.',
        ] as const),
  closedEmptyTitle: (merchant: string | null) =>
    merchant === null
      ? (['Nenhuma divergência encerrada', 'No closed exceptions'] as const)
      : ([`Nenhuma divergência de ${merchant} encerrada`, `No closed exceptions for ${merchant}`] as const),
  closedEmptyBody: [
    'Divergências que alguém encerrar aparecem aqui. As abertas estão em “Em aberto”.',
    'Closed exceptions are listed here. Open exceptions are under “Open”.',
  ],
  verdict: ['Verificação do razão', 'Ledger verification'],
  sound: ['Razão: confere', 'Ledger: balanced'],
  unsound: ['Razão: não confere', 'Ledger: out of balance'],
  verifyNow: ['Verificar agora', 'Verify now'],
  verifying: ['Já há uma verificação em andamento', 'A verification is already in progress'],
  verifyRequested: ['Verificação pedida', 'Verification requested'],
  checked: (count: number) =>
    counted(
      count,
      ['# lançamento conferido', '# lançamentos conferidos'],
      ['# entry checked', '# entries checked'],
    ),
  never: ['Ainda não houve verificação.', 'No verification yet.'],
  finished: ['Verificada em', 'Verified'],
  by: ['Pedida por', 'Requested by'],
  merchants: ['Lojistas', 'Merchants'],
  entries: ['Lançamentos', 'Entries'],
  findings: ['Problemas', 'Findings'],
} as const

export const exceptionKind = {
  amount_differs: ['Valor diferente', 'Amount mismatch'],
  missing_at_network: ['Não consta na rede', 'Missing at the network'],
  payment_not_recorded: ['Pagamento não registrado', 'Payment not recorded'],
  return_differs: ['Devolução diferente', 'Refund mismatch'],
  return_not_recorded: ['Devolução não registrada', 'Refund not recorded'],
} as const

/** Names of the details of a reconciliation exception. texts.test.ts compares them with the server's details. */
export const differenceName: Readonly<Record<string, Text>> = {
  recorded_cents: ['Registrado aqui', 'Recorded here'],
  listed_cents: ['Na rede', 'At the network'],
  network_cents: ['Na rede', 'At the network'],
  network_status: ['Situação na rede', 'Status at the network'],
  received_cents: ['Recebido', 'Received'],
  paid_at: ['Pago em', 'Paid'],
}

export const remedyName = {
  none: ['Só encerrar: nada se move', 'Only close the exception: no money moves'],
  settle_as_recorded: [
    'Liquidar pelo valor registrado (conferido no banco)',
    'Settle at the recorded amount (checked with the bank)',
  ],
  settle_as_listed: [
    'Liquidar pelo valor da rede; a empresa assume a diferença',
    'Settle at the network’s amount; the company bears the difference',
  ],
  try_again: ['Tentar registrar de novo', 'Retry recording the payment or refund'],
} as const

/** Texts that explain the consequence of closing an exception without a remedy, by the kind of the exception. */
export const nothingMoves = {
  amount_differs: [
    'O pagamento fica sem liquidação: o que a venda tem em “A liquidar” não fica disponível para o lojista, e nada mais poderá ser feito aqui.',
    'The payment stays unsettled: the sale’s amount in “Pending” does not become available to the merchant, and nothing more can be done here.',
  ],
  missing_at_network: [
    'O pagamento fica sem liquidação: o que a venda tem em “A liquidar” não fica disponível para o lojista enquanto a rede não o listar.',
    'The payment stays unsettled: the sale’s amount in “Pending” does not become available to the merchant until the network lists it.',
  ],
  payment_not_recorded: [
    'O pagamento continua fora dos registros: nenhum saldo o inclui.',
    'The payment stays out of the records: no balance includes it.',
  ],
  return_differs: [
    'A devolução fica sem conferência com a rede; os saldos do lojista não mudam.',
    'The refund stays unchecked against the network; the merchant’s balances do not change.',
  ],
  return_not_recorded: [
    'A devolução continua fora dos registros: os saldos seguem com o dinheiro que já foi devolvido.',
    'The refund stays out of the records: the balances still contain the money that was sent back.',
  ],
} as const

/** The kinds of rows in the file of a day. */
export const rowKind: Words = {
  journal: ['Extrato', 'Journal'],
  network: ['Rede Pix', 'Pix network'],
  difference: ['Divergência', 'Exception'],
  payout: ['Repasse', 'Payout'],
}

/** Headings that only the file of a day has. */
export const dayColumns = {
  kind: ['Origem', 'Source'],
  merchantId: ['Id do lojista', 'Merchant ID'],
  description: ['Descrição', 'Description'],
  recorded: ['Valor registrado', 'Recorded amount'],
  order: ['Pedido', 'Order'],
  reference: ['Referência do repasse', 'Payout reference'],
  paymentId: ['Id do pagamento', 'Payment ID'],
  chargeId: ['Id da cobrança', 'Charge ID'],
  caseId: ['Id do caso', 'Case ID'],
  payoutId: ['Id do repasse', 'Payout ID'],
  journalId: ['Id do lançamento', 'Entry ID'],
  lineNo: ['Linha', 'Line'],
} as const

/** The effects of remedies in reais. */
export const remedyEffects = {
  settled: (amount: string) =>
    [
      `${amount} ficam liquidados. A empresa não assume diferença.`,
      `${amount} is settled. The company bears no difference.`,
    ] as const,
  differs: (amount: string, difference: string) =>
    [
      `${amount} ficam liquidados. A empresa assume a diferença de ${difference}.`,
      `${amount} is settled. The company bears the difference of ${difference}.`,
    ] as const,
} as const
