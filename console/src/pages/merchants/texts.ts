import { counted, type Text } from '../../lib/text.ts'

/** Texts that only the exported file contains. */
export const exported = {
  feePercent: ['Tarifa (%)', 'Fee (%)'],
  feeFixed: ['Tarifa fixa', 'Fixed fee'],
  asOf: ['Posição em', 'As of'],
} as const

/** Names of the sort orders of the list of merchants. */
export const orderName: Record<'name' | 'total' | 'available' | 'blocked' | 'debt', Text> = {
  name: ['Nome', 'Name'],
  total: ['Maior valor devido', 'Largest amount owed'],
  available: ['Maior disponível', 'Largest available'],
  blocked: ['Maior bloqueado', 'Largest blocked'],
  debt: ['Maior débito', 'Largest debt'],
}

/** Texts of the receiving accounts of a merchant. */
export const merchantAccounts = {
  title: ['Contas PSP', 'PSP accounts'],
  none: ['Só a conta “default”.', 'Only the “default” account.'],
  note: [
    'Uma cobrança nova usa a primeira conta que pode recebê-la. As cobranças existentes mantêm sua conta.',
    'A new charge uses the first account that can receive it. Existing charges keep their account.',
  ],
  assign: ['Definir contas e ordem', 'Set accounts and order'],
  assigned: ['Contas PSP definidas', 'PSP accounts set'],
  assignNote: [
    'O serviço tenta as contas nesta ordem. Sem nenhuma escolhida, o lojista usa só a conta default.',
    'The service tries the accounts in this order. If none is chosen, the merchant uses only the default account.',
  ],
  place: (place: number) => [`${place}ª conta`, `Account ${place}`] as const,
  noAccount: ['Nenhuma', 'None'],
  repeated: ['Esta conta já está em outra posição', 'This account is already in another position'],
} as const

export const merchants = {
  title: ['Lojistas', 'Merchants'],
  everyMerchant: [
    'A lista e as somas são de todos os lojistas, qualquer que seja o escolhido no menu.',
    'The list and the totals cover all merchants, whichever one is selected in the menu.',
  ],
  otherColumnsNow: [
    'Os valores são do fim do dia escolhido. Tarifa e Repasses são os atuais.',
    'Amounts are as of the end of the chosen day. Fee and Payouts are current.',
  ],
  seeNow: ['Ver saldos atuais', 'View current balances'],
  noAmounts: [
    'Seu perfil não vê saldos nem débitos. Quem vê: Financeiro, Administração e Auditoria.',
    'Your role cannot see balances or debts. Finance, administrators and auditors can.',
  ],
  document: ['Documento', 'Document'],
  environment: ['Ambiente', 'Environment'],
  production: ['Produção', 'Production'],
  sandbox: ['Teste', 'Sandbox'],
  payouts: ['Repasses', 'Payouts'],
  payoutsOn: ['Liberados', 'Allowed'],
  payoutsOff: ['Suspensos', 'Suspended'],
  fee: ['Tarifa', 'Fee'],
  total: ['Posição total', 'Total position'],
  totalHint: (at: string, sum: string) =>
    [
      `Em ${at}. O que devemos é a soma de disponível, ainda não disponível e bloqueado. Mais os pagamentos retidos, menos os débitos: ${sum},`,
      `As of ${at}. What we owe is the sum of available, not yet available and blocked. Plus held payments, minus debts: ${sum},`,
    ] as const,
  totalEqual: ['igual à posição total lida do razão', 'equal to the total position read from the ledger'],
  totalDiffers: (total: string, difference: string) =>
    [
      `mas a posição total lida do razão é ${total}: diferença de ${difference}`,
      `but the total position read from the ledger is ${total}: a difference of ${difference}`,
    ] as const,
  weOwe: ['Devemos', 'We owe'],
  later: ['Ainda não disponível', 'Not yet available'],
  laterHint: [
    'Ainda não disponível soma a liquidar, reserva contratual e em repasse (reservado para repasses em andamento).',
    'Not yet available is the sum of pending, contract reserve and payouts in progress (reserved, not yet paid).',
  ],
  debtors: ['Débitos dos lojistas', 'Merchant debts'],
  merchantCount: (count: number) =>
    counted(count, ['# lojista', '# lojistas'], ['# merchant', '# merchants']),
  asOfDay: ['Posição no fim do dia', 'As of the end of the day'],
  asOfAnotherDay: ['Posição no fim de outro dia', 'As of the end of another day'],
  searchName: ['Buscar lojista pelo nome', 'Search merchants by name'],
  sortBy: ['Ordenar por', 'Sort by'],
  check: ['Conferir de novo, linha a linha', 'Check again, line by line'],
  checkTitle: (equal: boolean) =>
    equal
      ? (['Confere com o razão', 'Matches the ledger'] as const)
      : (['Não confere com o razão', 'Does not match the ledger'] as const),
  checkMerchants: ['Saldos dos lojistas', 'Merchant balances'],
  checkService: ['Conta da casa (dinheiro sem lojista)', 'Company account (no merchant’s money)'],
  checkLines: (count: number) =>
    counted(
      count,
      ['Soma de # linha do razão', 'Soma de # linhas do razão'],
      ['Sum of # ledger line', 'Sum of # ledger lines'],
    ),
  checkDifference: ['Diferença', 'Difference'],
  create: ['Novo lojista', 'New merchant'],
  createdNotice: ['Lojista criado', 'Merchant created'],
  name: ['Nome do lojista', 'Merchant name'],
  nameMissing: ['Informe o nome', 'Enter the name'],
  documentField: ['CPF ou CNPJ', 'CPF or CNPJ'],
  documentInvalid: ['Confira o CPF ou CNPJ', 'Check the CPF or CNPJ'],
  figuresAsOf: ['Saldo em', 'Balance as of'],
  pages: ['Páginas do lojista', 'Merchant pages'],
  notReady: ['Este lojista ainda não pode cobrar', 'This merchant cannot create charges yet'],
  needsKey: [
    'Falta uma chave de API com a permissão “Criar e cancelar cobranças”.',
    'The merchant needs an API key with the permission “Create and cancel charges”.',
  ],
  needsPix: ['O Pix está desabilitado nas condições.', 'Pix is disabled in its terms.'],
  createKey: ['Criar chave de API', 'Create API key'],
  pix: ['Cobranças por Pix', 'Pix charges'],
  created: ['Desde', 'Since'],
  id: ['Identificador', 'ID'],
  emptyTitle: ['Nenhum lojista ainda', 'No merchants yet'],
  emptyBody: ['Crie o primeiro em “Novo lojista”.', 'Create the first one with “New merchant”.'],
  terms: ['Condições comerciais', 'Commercial terms'],
  termsNote: [
    'Valem para cobranças novas; as existentes mantêm as condições com que foram criadas.',
    'The terms apply to new charges; existing charges keep their terms.',
  ],
  editTerms: ['Alterar condições', 'Change terms'],
  termsSaved: ['Condições alteradas', 'Terms changed'],
  pixOn: ['Habilitadas', 'Enabled'],
  pixOff: ['Desabilitadas', 'Disabled'],
  feePercent: ['Tarifa (%)', 'Fee (%)'],
  percentInvalid: ['Digite de 0 a 100 %, como 2,50', 'Enter 0 to 100 %, such as 2.50'],
  feeFixed: ['Tarifa fixa (R$)', 'Fixed fee (R$)'],
  reserveBps: ['Reserva contratual (%)', 'Contract reserve (%)'],
  reserveDays: ['Dias de reserva contratual', 'Contract reserve days'],
  settlementDays: ['Dias até liquidar', 'Days to settlement'],
  settlement: ['Liquidação', 'Settlement'],
  refundFee: ['Tarifa na devolução', 'Fee on refunds'],
  disputePolicy: ['Contestação perdida', 'Lost dispute'],
  bank: ['Conta para repasses', 'Payout account'],
  bankNone: [
    'Nenhuma conta cadastrada: não é possível reservar um repasse.',
    'No account yet: no payout can be reserved.',
  ],
  bankEdit: ['Alterar conta', 'Change account'],
  bankNote: [
    'Vale para repasses novos; os já reservados seguem para a conta com que foram feitos.',
    'The account applies to new payouts; reserved payouts keep their account.',
  ],
  bankRemove: ['Remover conta', 'Remove account'],
  bankRemoveBody: [
    'Sem conta, os repasses ficam suspensos até que outra seja cadastrada.',
    'Without an account, payouts are suspended until another account is added.',
  ],
  bankReveal: ['Mostrar conta', 'Show account'],
  bankRevealBody: [
    'Os dados completos servem para fazer a transferência. Fica registrado quem os viu e por quê.',
    'The full details are for making the transfer. The audit log records who saw them and why.',
  ],
  bankSaved: ['Conta alterada', 'Account changed'],
  bankRemoved: ['Conta removida', 'Account removed'],
  institution: ['Instituição', 'Institution'],
  ispb: ['ISPB da instituição', 'Institution ISPB'],
  branch: ['Agência', 'Branch'],
  account: ['Conta', 'Account'],
  accountHint: ['Com o dígito: 123456-7', 'With its check digit: 123456-7'],
  accountType: ['Tipo de conta', 'Account type'],
  holder: ['Titular', 'Holder'],
  holderDocument: ['CPF ou CNPJ do titular', 'Holder’s CPF or CNPJ'],
  bankInvalid: ['Confira este campo', 'Check this field'],
  payoutsBy: ['Repasses feitos por', 'Payouts made by'],
  limits: ['Limites', 'Limits'],
  editLimits: ['Alterar limites', 'Change limits'],
  limitsSaved: ['Limites alterados', 'Limits changed'],
  ceiling: ['Maior cobrança', 'Largest charge'],
  ceilingHint: ['Vazio: só o limite da rede', 'Leave empty to use only the network’s limit'],
  noCeiling: ['Sem limite próprio', 'Network limit only'],
  readRate: ['Leituras por segundo', 'Reads per second'],
  writeRate: ['Escritas por segundo', 'Writes per second'],
  searchRate: ['Buscas por segundo', 'Searches per second'],
  history: ['Histórico de condições', 'Terms history'],
  versions: ['Versão', 'Version'],
  version: (n: number) => [`Versão ${n}`, `Version ${n}`] as const,
  validFrom: ['Válida desde', 'Effective from'],
  changedBy: ['Alterada por', 'Changed by'],
  changed: ['O que mudou', 'What changed'],
  firstTerms: ['Condições iniciais', 'Initial terms'],
  reserve: ['Reserva contratual', 'Contract reserve'],
  suspend: ['Suspender repasses', 'Suspend payouts'],
  suspendAlso: ['Suspender também manualmente', 'Also suspend manually'],
  suspendBody: [
    'Nenhum repasse novo a partir de agora, salvo exceção justificada. Um repasse já reservado pode ser pago.',
    'No new payouts until they are resumed, unless overridden with a reason. A reserved payout can be paid.',
  ],
  suspended: ['Repasses suspensos', 'Payouts suspended'],
  resume: ['Retomar repasses', 'Resume payouts'],
  resumeBody: [
    'Encerra a suspensão manual; um débito ou uma contestação continuam a suspender.',
    'Ends the manual suspension. A debt or a dispute still suspends payouts.',
  ],
  resumed: ['Repasses retomados', 'Payouts resumed'],
  details: ['Detalhes', 'Details'],
  owed: ['Valor do débito', 'Debt amount'],
  writeOff: ['Pedir baixa', 'Request write-off'],
  writeOffTitle: ['Pedir baixa do débito', 'Request a debt write-off'],
  writeOffBody: [
    'A baixa vira prejuízo da empresa depois que outra pessoa concordar.',
    'Once another person approves it, the write-off becomes a loss for the company.',
  ],
  writeOffChosen: (owed: string) =>
    [
      `O valor já vem preenchido com o débito inteiro, ${owed}. O que for baixado deixa de ser cobrado do lojista.`,
      `The amount is prefilled with the full debt, ${owed}. The merchant no longer owes what is written off.`,
    ] as const,
  writeOffAmount: ['Valor da baixa', 'Amount to write off'],
  writeOffAsked: ['Baixa pedida', 'Write-off requested'],
  writeOffOf: ['Baixa de', 'Write-off of'],
  writeOffReverse: ['Estornar baixa', 'Reverse the write-off'],
  writeOffReverseBody: (amount: string) =>
    [
      `${amount} voltam a ser cobrados do lojista. Só pode ser feito uma vez.`,
      `The merchant owes ${amount} again. A write-off can be reversed only once.`,
    ] as const,
  writeOffReversed: ['Estornada', 'Reversed'],
  writeOffReversedDone: ['Baixa estornada', 'Write-off reversed'],
  anotherAgrees: ['Quem pediu não pode concordar', 'The requester cannot approve'],
  agree: ['Concordar', 'Approve'],
  agreeTitle: ['Concordar com a baixa', 'Approve the write-off'],
  agreeBody: (amount: string) =>
    [
      `${amount} deixam de ser cobrados do lojista. O valor vira prejuízo da empresa.`,
      `${amount} is no longer collected from the merchant. The amount becomes a loss for the company.`,
    ] as const,
  agreed: ['Débito baixado', 'Debt written off'],
  refuse: ['Recusar', 'Refuse'],
  refuseTitle: ['Recusar a baixa', 'Refuse the write-off'],
  refuseBody: (amount: string) =>
    [`O débito de ${amount} continua.`, `The debt of ${amount} remains.`] as const,
  refused: ['Baixa recusada', 'Write-off refused'],
  nothingOwed: ['Não há débito do lojista', 'There is no merchant debt'],
  askedBy: ['Pedida por', 'Requested by'],
  decidedBy: ['Decidida por', 'Decided by'],
} as const

/** Names of the party that transfers payouts to the merchant's bank account. */
export const payoutsByName: Record<'service' | 'merchant', Text> = {
  service: ['A empresa', 'The company'],
  merchant: ['O lojista', 'The merchant'],
}

export const pixName: Record<'on' | 'off', Text> = { on: merchants.pixOn, off: merchants.pixOff }
