import type { Text } from '../../lib/text.ts'

export const apiKeys = {
  title: ['Chaves de API', 'API keys'],
  description: [
    'Cada chave vale para um lojista e só para os escopos marcados. O valor completo aparece uma única vez.',
    'Each key belongs to one merchant and only to the scopes ticked. Its full value is shown a single time.',
  ],
  create: ['Criar chave', 'Create key'],
  createTitle: ['Criar chave de API', 'Create an API key'],
  name: ['Nome', 'Name'],
  nameHint: ['Onde ela será usada: “ERP produção”', 'Where it will be used: “ERP production”'],
  nameMissing: ['Dê um nome à chave', 'Give the key a name'],
  scopes: ['Escopos', 'Scopes'],
  scopesMissing: ['Marque ao menos um escopo', 'Tick at least one scope'],
  allScopes: ['Todos os escopos', 'All scopes'],
  readOnly: ['Só leitura', 'Read only'],
  noScopes: ['Nenhum', 'None'],
  expiry: ['Validade', 'Expiry'],
  expiresAt: ['Expira em', 'Expires'],
  never: ['Sem validade', 'Never expires'],
  keyTitle: ['Guarde a chave de API', 'Save the API key'],
  keyHint: [
    'Entregue a chave ao lojista por um canal seguro. Quem a tiver age em nome dele.',
    'Hand the key to the merchant through a safe channel. Whoever has it acts in its name.',
  ],
  keyLabel: ['chave de API', 'API key'],
  status: ['Situação', 'Status'],
  lastUsed: ['Último uso', 'Last used'],
  neverUsed: ['Nunca usada', 'Never used'],
  created: ['Criada em', 'Created'],
  by: (name: string) => [`por ${name}`, `by ${name}`] as const,
  actions: ['Ações', 'Actions'],
  revoke: ['Revogar', 'Revoke'],
  revokeOf: (name: string) => [`Revogar ${name}`, `Revoke ${name}`] as const,
  revokeTitle: ['Revogar chave?', 'Revoke the key?'],
  revokeBody: [
    'Toda chamada com esta chave passa a ser recusada na hora. Não há como desfazer.',
    'Every call with this key is refused at once. This cannot be undone.',
  ],
  revokeRecent: ['Esta chave foi usada nas últimas 24 horas.', 'This key was used in the last 24 hours.'],
  revoked: ['Chave revogada', 'Key revoked'],
  emptyTitle: ['Nenhuma chave ainda', 'No keys yet'],
  emptyBody: [
    'Crie a primeira chave para que o lojista possa chamar a API.',
    'Create the first key so that the merchant can call the API.',
  ],
} as const

/** Lifetimes of a key, in days. */
export const EXPIRIES = ['30', '90', '365', 'never'] as const

export type Expiry = (typeof EXPIRIES)[number]

export const expiryName: Record<Expiry, Text> = {
  '30': ['30 dias', '30 days'],
  '90': ['90 dias', '90 days'],
  '365': ['1 ano', '1 year'],
  never: ['Sem validade', 'No expiry'],
}

/** Descriptions of the scopes. An unknown scope is shown without a description. */
export const scopeHint: Readonly<Record<string, Text>> = {
  'charges:read': ['Consultar cobranças', 'Read charges'],
  'charges:write': ['Criar e cancelar cobranças', 'Create and cancel charges'],
  'refunds:write': ['Pedir devoluções', 'Request refunds'],
  'balance:read': ['Consultar saldo', 'Read the balance'],
  'statement:read': ['Consultar extrato', 'Read the statement'],
  'payouts:read': ['Consultar repasses', 'Read payouts'],
  'webhooks:read': ['Consultar webhooks e entregas', 'Read webhooks and deliveries'],
  'webhooks:write': ['Registrar e alterar webhooks', 'Register and change webhooks'],
}

/** Texts that only the exported file contains. */
export const exported = {
  prefix: ['Início da chave', 'Beginning of the key'],
  createdBy: ['Criada por', 'Created by'],
} as const
