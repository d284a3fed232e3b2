import type { Text } from '../../../lib/text.ts'
import type { ChargeStatus } from '../../../lib/values/status.ts'

export const charge = {
  title: (order: string) => [`Cobrança ${order}`, `Charge ${order}`] as const,
  missingTitle: ['Cobrança não encontrada', 'Charge not found'],
  missingBody: ['Nenhuma cobrança tem este identificador.', 'No charge has this ID.'],
  pix: ['Pix copia e cola', 'Pix copy and paste'],
  qr: (order: string) => [`QR Code do pedido ${order}`, `QR code of order ${order}`] as const,
  copyCode: ['Copiar código Pix', 'Copy Pix code'],
  showCode: ['Mostrar QR Code', 'Show the QR code'],
  hideCode: ['Ocultar QR Code', 'Hide the QR code'],
  codeClosed: ['O código não aceita mais pagamento.', 'The code no longer accepts payments.'],
  codeExpired: [
    'A validade acabou. O banco do pagador pode recusar o código; se o valor exato ainda chegar, a venda vale.',
    'The code has expired. The payer’s bank may refuse it; if the exact amount still arrives, the sale is valid.',
  ],
  codeExpires: ['Expira', 'Expires'],
  noCode: ['O código Pix ainda não foi emitido.', 'The Pix code has not been issued yet.'],
  details: ['Detalhes', 'Details'],
  id: ['Identificador', 'ID'],
  order: ['Pedido', 'Order reference'],
  merchant: ['Lojista', 'Merchant'],
  description: ['Descrição', 'Description'],
  payer: ['Pagador', 'Payer'],
  txid: ['txid', 'txid'],
  endToEnd: ['E2E', 'E2E'],
  created: ['Criada', 'Created'],
  expires: ['Validade', 'Expires'],
  paid: ['Paga', 'Paid'],
  notAccepted: ['Não paga (pagamento não aceito)', 'Not paid (payment not accepted)'],
  updated: ['Atualizada', 'Updated'],
  differs: {
    open: ['Pagamento em divergência com a rede', 'The payment differs from the network’s record'],
    closed: ['Pagamento sem liquidação', 'Payment not settled'],
  },
  atNetwork: ['Na rede', 'At the network'],
  inRecords: ['Nos registros', 'In our records'],
  closedWithout: [
    'A divergência com a rede foi encerrada sem mover nada.',
    'The reconciliation exception was closed and no money moved.',
  ],
  seeDifference: ['Ver divergências', 'View exceptions'],
  journal: ['Lançamentos', 'Journal lines'],
  showJournal: ['Mostrar lançamentos', 'Show journal lines'],
  hideJournal: ['Ocultar lançamentos', 'Hide journal lines'],
  journalEmpty: [
    'Nenhum lançamento: o saldo ainda não mudou.',
    'No journal lines: the balance has not changed yet.',
  ],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksEmpty: ['Nenhum evento para esta cobrança.', 'No events for this charge.'],
  noDeliveries: ['Nenhum endpoint assina este evento.', 'No endpoint subscribes to this event.'],
} as const

/** Returns the text about the code of a charge that no longer awaits a payment. */
export const closedCode = (status: ChargeStatus): Text =>
  status === 'expired' ? charge.codeExpired : charge.codeClosed

export const chargeCases = {
  title: ['Casos', 'Cases'],
  status: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  correlations: ['Códigos de correlação', 'Correlation IDs'],
  held: ['Bloqueado ou retido', 'Blocked or held'],
} as const
