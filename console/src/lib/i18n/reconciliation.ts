/** What the network and the books say of each other. */
export const reconciliation = {
  title: ['Conciliação', 'Reconciliation'],
  description: [
    'Onde a rede Pix e os registros divergem, e se a contabilidade fecha.',
    'Where the Pix network and the records differ, and whether the books balance.',
  ],
  exceptions: ['Divergências', 'Exceptions'],
  open: ['Em aberto', 'Open'],
  closed: ['Encerradas', 'Closed'],
  state: ['Situação', 'Status'],
  kind: ['Divergência', 'Exception'],
  endToEnd: ['E2E', 'E2E'],
  merchant: ['Lojista', 'Merchant'],
  openedAt: ['Aberta em', 'Opened'],
  closedBy: ['Encerrada por', 'Closed by'],
  details: ['O que diverge', 'What differs'],
  close: ['Encerrar', 'Close'],
  closeOf: (endToEndId: string) => [`Encerrar ${endToEndId}`, `Close ${endToEndId}`] as const,
  closeTitle: ['Encerrar divergência', 'Close the exception'],
  closeBody: ['Diga como foi resolvida; fica registrado.', 'Say how it was resolved; it goes on the record.'],
  closedDone: ['Divergência encerrada', 'Exception closed'],
  alreadyClosed: ['Já encerrada', 'Already closed'],
  emptyTitle: ['Nenhuma divergência', 'No exceptions'],
  emptyBody: ['A rede e os registros dizem o mesmo.', 'The network and the records say the same.'],
  verdict: ['Verificação contábil', 'Ledger verification'],
  sound: ['Fecha', 'Sound'],
  unsound: ['Não fecha', 'Not sound'],
  never: ['Ainda não houve verificação.', 'There has been no verification yet.'],
  finished: ['Verificada em', 'Verified'],
  by: ['Pedida por', 'Requested by'],
  merchants: ['Lojistas', 'Merchants'],
  entries: ['Lançamentos', 'Entries'],
  findings: ['Problemas', 'Findings'],
} as const

/** What differs. */
export const exceptionKind = {
  amount_differs: ['Valor diferente', 'The amount differs'],
  missing_at_network: ['Não consta na rede', 'Missing at the network'],
  payment_not_recorded: ['Pagamento não registrado', 'Payment not recorded'],
  return_differs: ['Devolução diferente', 'The return differs'],
} as const
