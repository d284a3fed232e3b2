import { counted } from './text.ts'

/** The list of charges. */
export const charges = {
  title: ['Cobranças', 'Charges'],
  fresh: (count: number) =>
    counted(count, ['# nova cobrança', '# novas cobranças'], ['# new charge', '# new charges']),
  freshMany: (count: number) =>
    [`Mais de ${count} novas cobranças`, `More than ${count} new charges`] as const,
  showFresh: ['Mostrar', 'Show'],
  status: ['Situação', 'Status'],
  order: ['Pedido', 'Order'],
  orderExact: ['Referência exata do pedido', 'Exact order reference'],
  amount: ['Valor', 'Amount'],
  payer: ['Pagador', 'Payer'],
  created: ['Criada em', 'Created'],
  paidAt: ['Paga em', 'Paid'],
  search: ['Busca', 'Search'],
  searchHint: [
    'Pedido, id, txid, E2E, nome ou documento do pagador',
    'Order, id, txid, E2E, payer name or document',
  ],
  late: ['Paga com atraso', 'Paid late'],
  duplicates: (count: number) => counted(count, ['# pagamento', '# pagamentos'], ['# payment', '# payments']),
  refunded: ['devolvido', 'refunded'],
  emptyTitle: ['Nenhuma cobrança ainda', 'No charges yet'],
  emptyBody: [
    'As cobranças aparecem aqui assim que o lojista criar a primeira pela API.',
    'Charges appear here as soon as the merchant creates the first one through the API.',
  ],
} as const

/** One charge. */
export const charge = {
  title: (order: string) => [`Cobrança ${order}`, `Charge ${order}`] as const,
  missingTitle: ['Cobrança não encontrada', 'Charge not found'],
  missingBody: ['Nenhuma cobrança tem este identificador.', 'No charge has this id.'],
  breakdown: ['Composição do valor', 'Money breakdown'],
  gross: ['Bruto', 'Gross'],
  fee: ['Tarifa', 'Fee'],
  net: ['Líquido', 'Net'],
  reserve: ['Reserva', 'Reserve'],
  payable: ['A repassar', 'Payable'],
  refundedSoFar: ['Devolvido ao pagador', 'Returned to the payer'],
  afterPayment: [
    'Tarifa, líquido e reserva são apurados quando o pagamento chega.',
    'Fee, net and reserve are worked out when the payment arrives.',
  ],
  neverPaid: ['Sem pagamento, não há valores a repassar.', 'Without a payment there is nothing to pay out.'],
  feeTerms: (percent: string, fixed: string) => [`${percent} + ${fixed}`, `${percent} + ${fixed}`] as const,
  pix: ['Pix copia e cola', 'Pix copy and paste'],
  qr: (order: string) => [`QR Code do pedido ${order}`, `QR code of order ${order}`] as const,
  copyCode: ['Copiar código Pix', 'Copy Pix code'],
  showCode: ['Mostrar QR Code', 'Show the QR code'],
  hideCode: ['Ocultar QR Code', 'Hide the QR code'],
  codeClosed: ['O código não aceita mais pagamento.', 'The code no longer takes a payment.'],
  codeExpires: ['Vence', 'Expires'],
  noCode: ['O código Pix ainda não foi emitido.', 'The Pix code has not been issued yet.'],
  details: ['Detalhes', 'Details'],
  id: ['Identificador', 'Id'],
  order: ['Pedido', 'Order reference'],
  merchant: ['Lojista', 'Merchant'],
  description: ['Descrição', 'Description'],
  payer: ['Pagador', 'Payer'],
  txid: ['txid', 'txid'],
  endToEnd: ['E2E', 'E2E'],
  created: ['Criada', 'Created'],
  expires: ['Vencimento', 'Expires'],
  paid: ['Paga', 'Paid'],
  updated: ['Atualizada', 'Updated'],
  late: ['Pagamento recebido depois do vencimento', 'The payment arrived after the expiry'],
  failed: ['Emissão recusada', 'Issuance refused'],
  timeline: ['Linha do tempo', 'Timeline'],
  timelineEmpty: ['Nada aconteceu ainda.', 'Nothing has happened yet.'],
  payments: ['Pagamentos', 'Payments'],
  paymentsEmpty: ['Nenhum pagamento recebido.', 'No payment received.'],
  paymentKind: ['Tipo', 'Kind'],
  settled: ['Liquidado', 'Settled'],
  recorded: ['Registrado', 'Recorded'],
  journal: ['Lançamentos', 'Journal lines'],
  journalEmpty: [
    'Nenhum lançamento: o saldo ainda não mudou.',
    'No journal lines: the balance has not moved yet.',
  ],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksEmpty: ['Nenhum evento para esta cobrança.', 'No event for this charge.'],
  noDeliveries: ['Nenhum endpoint assina este evento.', 'No endpoint subscribes to this event.'],
  eventBody: ['Corpo do evento', 'Event body'],
  reversal: ['Estorno', 'Reversal'],
} as const

/** Kinds of payments; an unknown one is shown as it is. */
export const paymentKind: Readonly<Record<string, readonly [string, string]>> = {
  primary: ['Principal', 'Primary'],
  duplicate: ['Duplicado', 'Duplicate'],
  amount_mismatch: ['Valor divergente', 'Wrong amount'],
  after_final: ['Após encerramento', 'After the end'],
  unmatched: ['Não identificado', 'Unmatched'],
}

/** What happened to a charge, by kind; an unknown kind is shown by the server's own title. */
export const timelineTitle: Readonly<Record<string, readonly [string, string]>> = {
  'charge.created': ['Cobrança criada', 'Charge created'],
  'charge.issued': ['Código Pix emitido', 'Pix code issued'],
  'charge.pending': ['Código Pix emitido', 'Pix code issued'],
  'charge.paid': ['Pagamento confirmado', 'Payment confirmed'],
  'charge.expired': ['Código Pix expirou', 'Pix code expired'],
  'charge.cancelled': ['Cobrança cancelada', 'Charge cancelled'],
  'charge.failed': ['Emissão recusada', 'Issuance refused'],
  'charge.refunded': ['Devolução concluída', 'Refund completed'],
}
