/** Names of the pages that several pages link to. */
export const pageNames = {
  charges: ['Cobranças', 'Charges'],
  cases: ['Casos', 'Cases'],
  payouts: ['Repasses', 'Payouts'],
  reconciliation: ['Conciliação', 'Reconciliation'],
  balance: ['Saldo', 'Balance'],
  webhooks: ['Webhooks', 'Webhooks'],
  apiKeys: ['Chaves de API', 'API keys'],
  statement: ['Extrato', 'Statement'],
  security: ['Senha e códigos', 'Password and codes'],
  preferences: ['Preferências', 'Preferences'],
  replays: ['Reenvios em lote', 'Bulk replays'],
} as const
