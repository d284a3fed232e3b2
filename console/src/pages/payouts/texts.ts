import { counted, type Text } from '../../lib/text.ts'
import type { PayoutState } from '../../lib/values/status.ts'

/** Texts that only the exported file contains. */
export const exported = {
  paidFrom: ['Pago de', 'Paid from'],
  paidUntil: ['Pago antes de', 'Paid before'],
  endToEnd: ['E2E', 'E2E'],
  gross: ['Bruto da venda', 'Gross sale amount'],
  fee: ['Tarifa da venda', 'Sale fee'],
  net: ['Líquido da venda', 'Net sale amount'],
  lineNo: ['Linha', 'Line'],
} as const

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

export const payouts = {
  title: ['Repasses', 'Payouts'],
  byDay: ['Repasses por dia', 'Payouts by day'],
  noneMade: ([ptBr, en]: Text): Text => [
    `Nenhum repasse feito no período (${lowerFirst(ptBr)}).`,
    `No payouts in the selected period (${lowerFirst(en)}).`,
  ],
  counted: (count: number) =>
    counted(count, ['em # repasse', 'em # repasses'], ['in # payout', 'in # payouts']),
  reference: ['Referência', 'Reference'],
  state: ['Situação', 'Status'],
  amount: ['Valor', 'Amount'],
  merchant: ['Lojista', 'Merchant'],
  paidAt: ['Pago em', 'Paid'],
  paidDate: ['Pago em', 'Payment date'],
  reservedAt: ['Reservado em', 'Reserved'],
  createdBy: ['Criado por', 'Created by'],
  reservedBy: ['Reservado por', 'Reserved by'],
  recordedAt: ['Pagamento registrado em', 'Payment recorded'],
  recordedBy: ['Pagamento registrado por', 'Payment recorded by'],
  givenBackAt: ['Reserva desfeita em', 'Reservation cancelled'],
  givenBackBy: ['Reserva desfeita por', 'Reservation cancelled by'],
  reversedAt: ['Estornado em', 'Reversed'],
  reversedBy: ['Estornado por', 'Reversed by'],
  nextStep: ['Próximo passo', 'Next step'],
  bankAccount: ['Conta de destino', 'Destination account'],
  account: (bank: string, branch: string, account: string) =>
    [
      `${bank}, agência ${branch}, conta ${account}`,
      `${bank}, branch ${branch}, account ${account}`,
    ] as const,
  branchAccount: (branch: string, account: string) =>
    [`Agência ${branch}, conta ${account}`, `Branch ${branch}, account ${account}`] as const,
  suspendedFor: (reason: Text) => [`Suspenso: ${reason[0]}`, `Suspended: ${reason[1]}`] as const,
  note: ['Observação', 'Note'],
  id: ['Identificador', 'ID'],
  details: ['Detalhes', 'Details'],
  lines: ['Lançamentos do próprio repasse', 'Payout journal lines'],
  paidLines: ['O que este repasse pagou', 'What this payout paid'],
  plannedLines: ['O que este repasse vai pagar, linha a linha', 'What this payout will pay, line by line'],
  summary: ['Resumo do repasse', 'Payout summary'],
  kind: ['O que entrou', 'Contents'],
  count: ['Lançamentos', 'Entries'],
  entriesCount: (count: number) =>
    counted(count, ['# lançamento', '# lançamentos'], ['# entry', '# entries']),
  total: ['Total do repasse', 'Payout total'],
  summarising: ['O resumo ainda está sendo calculado.', 'The summary is still being calculated.'],
  order: ['Pedido', 'Order'],
  paidPart: ['Neste repasse', 'In this payout'],
  wholeLine: ['Valor da linha', 'Line amount'],
  noPaidLines: ['Nenhuma linha', 'No lines'],
  noPaidLinesBody: ['Este repasse ainda não tem linhas.', 'This payout has no lines yet.'],
  noLines: ['Nenhum lançamento.', 'No journal lines.'],
  record: ['Registrar repasse', 'Record payout'],
  recordTitle: ['Registrar repasse feito', 'Record a completed payout'],
  recordBody: [
    'Registra uma transferência já feita no banco. O valor sai do disponível do lojista.',
    'Records a transfer already made at the bank. The amount leaves the merchant’s available balance.',
  ],
  room: ['Disponível para repasse', 'Available for payout'],
  suspended: ['Os repasses deste lojista estão suspensos', 'This merchant’s payouts are suspended'],
  suspendedOf: ['Repasses suspensos:', 'Payouts suspended:'],
  suspendedHere: [
    'Lojistas desta lista com repasses suspensos',
    'Merchants in this list with suspended payouts',
  ],
  waitsFor: ['Este repasse ainda não foi pago', 'This payout is not paid yet'],
  waitsDespiteSuspension: [
    'Pode transferir: a suspensão não impede este repasse, que já está reservado',
    'You can transfer: the suspension does not stop this payout, which is already reserved',
  ],
  notStopped: [
    'A suspensão não impede este repasse: ele pode ser pago',
    'The suspension does not stop this payout: it can be paid',
  ],
  waitsForOthers: [
    'Só os perfis Financeiro e Administração podem transferir e registrar.',
    'Only the Finance and Administrator roles can transfer and record it.',
  ],
  waitsForAccount: [
    'Não transferir antes de confirmar a conta: ela mudou depois da reserva',
    'Do not transfer until you confirm the account: it changed after the reservation',
  ],
  suspendedNewOnly: [
    'A suspensão só recusa repasses novos. Para não pagar, é preciso desfazer a reserva.',
    'The suspension blocks only new payouts. If this one must not be paid, cancel the reservation.',
  ],
  waitsForTransfer: (amount: string, account: Text) =>
    [
      `1. Fazer no banco a transferência de ${amount} para ${account[0]}.`,
      `1. At the bank, transfer ${amount} to ${account[1]}.`,
    ] as const,
  wholeAccount: ['Conta completa, na página do lojista:', 'Full account, on the merchant’s page:'],
  waitsForRecord: [
    '2. Registrar o pagamento com a referência do banco, ou desfazer a reserva.',
    '2. Record the payout as paid with the bank reference, or cancel the reservation.',
  ],
  accountNow: (account: Text) =>
    [
      `A conta atual é ${account[0]}. Confirme com o lojista antes de transferir.`,
      `The account is now ${account[1]}. Confirm with the merchant before the transfer.`,
    ] as const,
  accountRemoved: [
    'O lojista não tem mais conta para repasses. Confirme com ele antes de transferir.',
    'The merchant no longer has a payout account. Confirm with the merchant before the transfer.',
  ],
  willPay: ['O que este repasse vai pagar', 'What this payout will pay'],
  forceReason: ['Justificativa', 'Reason for override'],
  force: ['Registrar mesmo assim', 'Record anyway'],
  recorded: ['Repasse registrado', 'Payout recorded'],
  reserve: ['Reservar repasse', 'Reserve payout'],
  reserveTitle: ['Reservar valor para um repasse', 'Set money aside for a payout'],
  reserveBody: [
    'Separa o valor enquanto a transferência é feita no banco. Depois registre o pagamento ou devolva o valor.',
    'Sets the amount aside while the transfer is made at the bank. Then record the payout as paid, or cancel the reservation.',
  ],
  reserveForce: ['Reservar mesmo assim', 'Reserve anyway'],
  reserved: ['Valor reservado', 'Amount reserved'],
  noBankAccount: [
    'O lojista não tem conta para repasses: cadastre-a na página dele',
    'The merchant has no payout account: add one on the merchant’s page',
  ],
  settle: ['Registrar pagamento', 'Record as paid'],
  settleTitle: ['Registrar o repasse reservado como pago', 'Record the reserved payout as paid'],
  settleBody: (amount: string) =>
    [
      `A transferência foi feita no banco: ${amount} saem de Em repasse.`,
      `The transfer was made at the bank: ${amount} leaves Payout in progress.`,
    ] as const,
  settled: ['Repasse pago', 'Payout paid'],
  giveBack: ['Desfazer reserva', 'Cancel reservation'],
  back: ['Voltar', 'Back'],
  giveBackTitle: ['Devolver o valor ao disponível', 'Cancel the reservation'],
  giveBackBody: (amount: string) =>
    [
      `A transferência não foi feita: ${amount} voltam de Em repasse para Disponível.`,
      `The transfer was not made: ${amount} returns from Payout in progress to Available.`,
    ] as const,
  givenBack: ['Valor devolvido ao disponível', 'Amount returned to Available'],
  endedMeanwhile: [
    'Este repasse já foi encerrado por outra pessoa',
    'Someone else has already closed this payout',
  ],
  needMerchant: ['Escolha um lojista antes', 'Choose a merchant first'],
  reverse: ['Estornar', 'Reverse'],
  reverseTitle: ['Estornar o repasse', 'Reverse the payout'],
  reverseBody: (amount: string) =>
    [
      `${amount} voltam a Disponível, e as vendas deste repasse passam ao próximo. Só pode ser feito uma vez.`,
      `${amount} returns to Available, and the sales in this payout move to the next one. This can be done only once.`,
    ] as const,
  reversed: ['Repasse estornado', 'Payout reversed'],
  notPaid: ['Só um repasse pago pode ser estornado', 'Only a paid payout can be reversed'],
  emptyTitle: ['Nenhum repasse ainda', 'No payouts yet'],
  emptyBody: [
    'Eles aparecem aqui quando o primeiro for reservado ou registrado.',
    'Payouts appear here once the first one is reserved or recorded.',
  ],
  missingTitle: ['Repasse não encontrado', 'Payout not found'],
} as const

/** The next step of a payout, by its state. */
export const payoutNext: Readonly<Record<PayoutState, Text>> = {
  reserved: ['Fazer a transferência e registrá-la', 'Make the transfer and record it'],
  paid: ['Nada a fazer', 'Nothing to do'],
  given_back: [
    'Nada a fazer: não foi transferido, e o valor está disponível',
    'Nothing to do: no transfer was made, and the amount is available',
  ],
  reversed: [
    'Conferir a conta bancária e as suspensões do lojista antes do próximo: este tinha sido pago',
    'Check the merchant’s bank account and suspensions before the next payout: this one had been paid',
  ],
}

/**
 * Names of the amounts in a payout, by the type of the journal entries. For some entries of a case, the key is the type
 * followed by the kind of the case.
 */
export const totalName: Readonly<Record<string, Text>> = {
  'gateway.funds_available': ['Vendas', 'Sales'],
  'reserve.released': ['Reservas liberadas', 'Released reserves'],
  'case.hold': ['Bloqueios', 'Blocks'],
  'case.hold refund': ['Devoluções', 'Refunds'],
  'case.hold dispute': ['Contestações', 'Disputes'],
  'case.release': ['Bloqueios liberados', 'Released blocks'],
  'fee.returned': ['Tarifas devolvidas', 'Returned fees'],
  'gateway.receivable_covered': ['Débitos compensados', 'Debts recovered'],
  'journal.reversal': ['Estornos', 'Reversals'],
}
