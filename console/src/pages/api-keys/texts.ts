import type { Text } from '../../lib/text.ts'

export const apiKeys = {
  title: ['Chaves de API', 'API keys'],
  description: [
    'Cada chave vale para um lojista e só para as permissões marcadas. O valor completo aparece uma única vez.',
    'Each key belongs to one merchant and has only the selected permissions. Its full value is shown only once.',
  ],
  testDescription: [
    'Estas chaves valem só no ambiente de teste e não movem dinheiro. O valor completo aparece uma única vez.',
    'These keys work only in the test environment and move no money. The full value is shown only once.',
  ],
  noTestAccount: [
    'A primeira chave de teste abre a conta de teste do lojista.',
    'The first test key opens the merchant’s test account.',
  ],
  create: ['Criar chave', 'Create key'],
  onlyTest: ([ptBr, en]: Text): Text => [
    `${ptBr}. O seu cria só chaves de teste.`,
    `${en}. Yours creates test keys only.`,
  ],
  createTitle: ['Criar chave de API', 'Create an API key'],
  name: ['Nome', 'Name'],
  nameHint: ['Onde ela será usada: “ERP produção”', 'Where it will be used: “ERP production”'],
  nameMissing: ['Dê um nome à chave', 'Give the key a name'],
  scopes: ['Permissões', 'Permissions'],
  scopeCodes: (codes: string) => [`Escopos na API: ${codes}`, `API scopes: ${codes}`] as const,
  scopesMissing: ['Marque ao menos uma permissão', 'Select at least one permission'],
  allScopes: ['Todas as permissões', 'All permissions'],
  readOnly: ['Só leitura', 'Read only'],
  noScopes: ['Nenhuma', 'None'],
  expiry: ['Validade', 'Expiry'],
  expiresAt: ['Expira em', 'Expires'],
  never: ['Sem validade', 'Never expires'],
  keyTitle: ['Guarde a chave de API', 'Save the API key'],
  keyHint: [
    'Entregue a chave ao lojista por um canal seguro. Quem a tiver age em nome dele.',
    'Give the key to the merchant through a secure channel. Anyone who has it can act on the merchant’s behalf.',
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
    'Every call with this key is refused immediately. This cannot be undone.',
  ],
  revokeRecent: ['Esta chave foi usada nas últimas 24 horas.', 'This key was used in the last 24 hours.'],
  revoked: ['Chave revogada', 'Key revoked'],
  emptyTitle: ['Nenhuma chave ainda', 'No keys yet'],
  emptyBody: [
    'Crie a primeira chave para que o lojista possa chamar a API.',
    'Create the first key so that the merchant can call the API.',
  ],
} as const

/** The lifetimes of a key, in days; `never` for a key that does not expire. */
export const EXPIRIES = ['30', '90', '365', 'never'] as const

export type Expiry = (typeof EXPIRIES)[number]

export const expiryName: Record<Expiry, Text> = {
  '30': ['30 dias', '30 days'],
  '90': ['90 dias', '90 days'],
  '365': ['1 ano', '1 year'],
  never: ['Sem validade', 'No expiry'],
}

/** Texts that only the exported file contains. */
export const exported = {
  prefix: ['Início da chave', 'Key prefix'],
  createdBy: ['Criada por', 'Created by'],
} as const
