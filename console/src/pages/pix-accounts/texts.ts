import type { Text } from '../../lib/text.ts'

export const pixAccounts = {
  title: ['Contas PSP', 'PSP accounts'],
  description: [
    'As contas que recebem os pagamentos Pix de todos os lojistas, em cada PSP. A ordem das contas de cada lojista está na página do lojista.',
    'The accounts that receive the Pix payments of all merchants at each PSP. A merchant’s page shows the order of its accounts.',
  ],
  none: ['Nenhuma conta', 'No accounts'],
  account: ['Conta', 'Account'],
  profile: (profile: string) => [`Perfil ${profile}`, `Profile ${profile}`] as const,
  sandbox: ['Ambiente de teste do PSP', 'PSP test environment'],
  state: ['Estado', 'State'],
  ceilings: ['Limites', 'Limits'],
  charge: ['Cobrança', 'Charge'],
  payout: ['Repasse', 'Payout'],
  noCeiling: ['Sem limite', 'No limit'],
  volume: ['Recebido hoje', 'Received today'],
  unsettled: ['A conferir com o PSP', 'To be checked with the PSP'],
  lastCall: ['Última chamada', 'Last call'],
  noCall: ['Nenhuma em 24 h', 'None in 24 h'],
  health: ['Saúde', 'Health'],
  certificate: ['Fim do certificado', 'Certificate expiry'],
  noCertificate: ['Não informado', 'Not provided'],
  ending: ['Vence em menos de 30 dias', 'Expires in less than 30 days'],
  expired: ['Vencido', 'Expired'],
  actions: ['Ações', 'Actions'],
  changeState: ['Mudar estado', 'Change state'],
  changeStateOf: (id: string) => [`Mudar estado da conta ${id}`, `Change state of account ${id}`] as const,
  newState: ['Novo estado', 'New state'],
  stateMissing: ['Escolha o novo estado', 'Choose the new state'],
  stateChanged: ['Estado da conta alterado', 'Account state changed'],
  changeCeilings: ['Alterar limites', 'Change limits'],
  changeCeilingsOf: (id: string) =>
    [`Alterar limites da conta ${id}`, `Change limits of account ${id}`] as const,
  chargeCeiling: ['Maior cobrança', 'Largest charge'],
  payoutCeiling: ['Maior repasse', 'Largest payout'],
  ceilingHint: ['Vazio: sem limite', 'Leave empty for no limit'],
  ceilingsChanged: ['Limites da conta alterados', 'Account limits changed'],
  operations: ['Chamadas por operação em 24 h', 'Calls by operation in 24 h'],
  operation: ['Operação', 'Operation'],
  calls: ['Chamadas', 'Calls'],
  failedOf: (failed: number, calls: number) =>
    [`${failed} de ${calls} com falha`, `${failed} of ${calls} failed`] as const,
  failures: ['Sem resposta ou com erro', 'No response or an error'],
  rate: ['Taxa de erro', 'Error rate'],
  lastOutcome: ['Resultado', 'Outcome'],
  problems: ['Falhas de agora, por processo', 'Current failures, by process'],
  problem: ['Última falha', 'Last failure'],
  noFault: ['Em teste depois de uma falha', 'On trial after a failure'],
  since: ['Desde', 'Since'],
  avoided: ['Cobranças novas evitam', 'New charges avoid it'],
  stopped: ['Chamadas paradas', 'Calls stopped'],
  process: ['Processo', 'Process'],
  noCalls: ['Nenhuma chamada nas últimas 24 horas.', 'No calls in the last 24 hours.'],
} as const

/** The effect of each state on a receiving account. */
export const stateEffect: Record<'active' | 'draining' | 'off', Text> = {
  active: [
    'A conta recebe cobranças novas dos lojistas que a usam.',
    'The account receives new charges from the merchants that use it.',
  ],
  draining: [
    'Nenhuma cobrança nova usa a conta. As que já existem podem ser pagas e devolvidas.',
    'No new charge uses the account. Existing charges can be paid and refunded.',
  ],
  off: [
    'O serviço deixa de chamar este PSP. Só é possível sem cobranças abertas, pagamentos a conferir e devoluções em curso.',
    'The service stops calling this PSP. The account must have no open charges, payments to check or refunds in progress.',
  ],
}

const operationName: Readonly<Record<string, Text>> = {
  issue: ['Emitir cobrança', 'Issue a charge'],
  find: ['Consultar cobrança', 'Find a charge'],
  remove: ['Remover cobrança', 'Remove a charge'],
  list_received: ['Listar pagamentos', 'List payments'],
  list_removed: ['Listar cobranças removidas', 'List removed charges'],
  request_return: ['Pedir devolução', 'Request a refund'],
  find_return: ['Consultar devolução', 'Find a refund'],
  register_callback: ['Registrar o webhook do PSP', 'Register the PSP webhook'],
}

/** Returns the name of an operation of a PSP. An unknown operation is shown as its code. */
export const operationText = (operation: string): Text => operationName[operation] ?? [operation, operation]
