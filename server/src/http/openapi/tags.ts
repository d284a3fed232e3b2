/** A group of operations. `name` is ASCII, because generated clients use it as the name of a module. */
export interface Tag {
  name: string
  'x-displayName': string
  description: string
}

const tag = (name: string, displayName: string, description: string): Tag => ({
  name,
  'x-displayName': displayName,
  description,
})

const CHARGES = tag('charges', 'Cobranças', 'Cobranças Pix e seus códigos de copia e cola.')
const REFUNDS = tag('refunds', 'Devoluções', 'Devoluções ao pagador, totais ou parciais.')
const DISPUTES = tag('disputes', 'Contestações', 'Contestações (MED): defesa, arquivos, aceite e decisão.')
const BALANCE = tag('balance', 'Saldo', 'As posições do saldo da conta.')
const STATEMENT = tag('statement', 'Extrato', 'As linhas que mudaram o saldo.')
const PAYOUTS = tag('payouts', 'Repasses', 'Repasses feitos pelo serviço à conta bancária do lojista.')
const RECONCILIATION = tag('reconciliation', 'Conciliação', 'A conciliação de um dia fechado.')
const WEBHOOKS = tag('webhooks', 'Webhooks', 'Endpoints, eventos, entregas e reenvios.')
const REQUESTS = tag('requests', 'Requisições', 'As chamadas feitas com a chave em uso.')
const TEST = tag('test', 'Ambiente de teste', 'O que só existe no ambiente de teste.')
const ACCOUNT = tag('account', 'Conta', 'A chave de API em uso.')

/** All tags, in the order of the OpenAPI document. */
export const TAGS: readonly Tag[] = [
  CHARGES,
  REFUNDS,
  DISPUTES,
  BALANCE,
  STATEMENT,
  PAYOUTS,
  RECONCILIATION,
  WEBHOOKS,
  REQUESTS,
  TEST,
  ACCOUNT,
]

/** The tag of every webhook. */
export const WEBHOOK_TAG = WEBHOOKS.name

const BY_PATH: readonly [RegExp, Tag][] = [
  [/\/refunds$/, REFUNDS],
  [/^\/v1\/pix\//, CHARGES],
  [/^\/v1\/disputes/, DISPUTES],
  [/^\/v1\/balance/, BALANCE],
  [/^\/v1\/statement/, STATEMENT],
  [/^\/v1\/payouts/, PAYOUTS],
  [/^\/v1\/reconciliation/, RECONCILIATION],
  [/^\/v1\/(webhooks|events)/, WEBHOOKS],
  [/^\/v1\/requests/, REQUESTS],
  [/^\/v1\/test\//, TEST],
]

/** Returns the name of the tag of the route with this path. */
export const tagOf = (path: string): string =>
  (BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? ACCOUNT).name
