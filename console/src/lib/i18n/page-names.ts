/** Names of the pages that several pages link to. */
export const pageNames = {
  charges: ['Cobranças', 'Charges'],
  cases: ['Casos', 'Cases'],
  payouts: ['Repasses', 'Payouts'],
  reconciliation: ['Conciliação', 'Reconciliation'],
  statement: ['Extrato', 'Statement'],
  security: ['Senha e códigos', 'Password and codes'],
  preferences: ['Preferências', 'Preferences'],
  replays: ['Reenvios em lote', 'Bulk replays'],
} as const
