import { accountTypeName, disputePolicyName, refundFeeName } from '../../lib/i18n/finance/terms.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { scopeText } from '../../lib/i18n/scopes.ts'
import { chargeStatus, eventName, pixAccountStateName } from '../../lib/i18n/status.ts'
import { textIn, type Language, type Text } from '../../lib/text.ts'
import { formatWhen } from '../../lib/time/when.ts'
import type { Zone } from '../../lib/time/day.ts'
import { formatBps, formatCents } from '../../lib/values/money.ts'

/**
 * A recorded value in the form in which the audit log stores it: its name, and its text before and after the action.
 */
export type Change = {
  field: string
  before: string | null
  after: string | null
  /** The names of the values, if the server has names for them. */
  beforeName?: string | null
  afterName?: string | null
}

/**
 * Names of the recorded values, the most important first. The page shows a value without a name only in the raw record.
 */
const FIELD_NAMES: Readonly<Record<string, Text>> = {
  amount_cents: ['Valor', 'Amount'],
  cents: ['Valor', 'Amount'],
  disputed_cents: ['Valor contestado', 'Disputed amount'],
  feePercentBps: ['Tarifa', 'Fee'],
  feeFixedCents: ['Tarifa fixa', 'Fixed fee'],
  reserveBps: ['Reserva', 'Reserve'],
  reserveDays: ['Dias de reserva', 'Reserve days'],
  settlementDelayDays: ['Dias até liquidar', 'Days to settlement'],
  amountCeilingCents: ['Valor máximo por cobrança', 'Maximum per charge'],
  pixEnabled: ['Pix habilitado', 'Pix enabled'],
  payoutsSuspended: ['Repasses suspensos', 'Payouts suspended'],
  payoutsByService: ['Repasses pela empresa', 'Payouts by the company'],
  refundFeePolicy: ['Tarifa na devolução', 'Fee on refunds'],
  disputePolicy: ['Contestação perdida', 'Lost dispute'],
  role: ['Perfil', 'Role'],
  active: ['Ativa', 'Active'],
  status: ['Situação', 'Status'],
  decision: ['Decisão', 'Decision'],
  remedy: ['Solução', 'Remedy'],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'Email'],
  external_reference: ['Referência', 'Reference'],
  ispb: ['Banco', 'Bank'],
  branch: ['Agência', 'Branch'],
  account: ['Conta', 'Account'],
  type: ['Tipo de conta', 'Account type'],
  url: ['URL', 'URL'],
  event_types: ['Eventos', 'Events'],
  max_in_flight: ['Envios simultâneos', 'Concurrent deliveries'],
  rate_per_second: ['Envios por segundo', 'Deliveries per second'],
  scopes: ['Permissões', 'Permissions'],
  prefix: ['Prefixo', 'Prefix'],
  expires_at: ['Validade', 'Expires'],
  secret_last4: ['Final do segredo', 'Secret ends with'],
  matched: ['Entregas', 'Deliveries'],
  rows: ['Linhas', 'Rows'],
  format: ['Formato', 'Format'],
  page: ['Página', 'Page'],
  network: ['Rede', 'Network'],
  sessions: ['Sessões encerradas', 'Sessions ended'],
  sessions_ended: ['Sessões encerradas', 'Sessions ended'],
  description: ['Descrição', 'Description'],
  writeRate: ['Gravações por segundo', 'Writes per second'],
  readRate: ['Leituras por segundo', 'Reads per second'],
  searchRate: ['Buscas por segundo', 'Searches per second'],
  state: ['Situação', 'State'],
  accounts: ['Contas PSP', 'PSP accounts'],
  charge_ceiling_cents: ['Maior cobrança', 'Largest charge'],
  payout_ceiling_cents: ['Maior repasse', 'Largest payout'],
  replaced: ['Trocado', 'Replaced'],
  profile: ['Perfil do PSP', 'PSP profile'],
  base_url: ['URL da API Pix', 'API Pix URL'],
  auth_url: ['URL do token de acesso', 'Access token URL'],
  dict: ['Chave Pix', 'Pix key'],
}

/** Names of the codes that a recorded value may have. */
const CODE_NAMES: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  disputePolicy: disputePolicyName,
  refundFeePolicy: refundFeeName,
  role: roles,
  status: chargeStatus,
  type: accountTypeName,
  state: { ...pixAccountStateName, open: ['Aberta', 'Open'], closed: ['Fechada', 'Closed'] },
  decision: {
    accepted: ['Aceita: valor a devolver', 'Accepted: amount to be refunded'],
    rejected: ['Rejeitada: valor liberado', 'Rejected: amount released'],
    cancelled: ['Cancelada: valor liberado', 'Cancelled: amount released'],
  },
  remedy: {
    none: ['Só encerrar: nada se move', 'Only close the exception: no money moves'],
    settle_as_recorded: ['Liquidar pelo valor registrado', 'Settle at the recorded amount'],
    settle_as_listed: ['Liquidar pelo valor da rede', 'Settle at the network’s amount'],
    try_again: ['Tentar registrar de novo', 'Retry recording the payment or refund'],
  },
}

/** Names of the credentials of a receiving account. */
const CREDENTIAL_NAMES: Readonly<Record<string, Text>> = {
  client: ['ID do cliente', 'client ID'],
  client_secret: ['segredo do cliente', 'client secret'],
  app_key: ['chave de aplicação', 'application key'],
  certificate: ['certificado', 'certificate'],
  private_key: ['chave privada', 'private key'],
  authorities: ['autoridades do PSP', 'PSP certificate authorities'],
}

/** Names of the items of a recorded list. For an unknown item, the page shows its code. */
const ITEM_NAMES: Readonly<Record<string, (code: string) => Text>> = {
  scopes: scopeText,
  event_types: (code) => eventName[code] ?? [code, code],
  replaced: (code) => CREDENTIAL_NAMES[code] ?? [code, code],
}

/** Texts for an empty list, by the field of the list. In any other field, an empty list is shown as a dash. */
const EMPTY_LISTS: Readonly<Record<string, Text>> = {
  event_types: ['todos', 'all'],
  accounts: ['default', 'default'],
}

const FLAGS: Readonly<Record<string, Text>> = { true: ['sim', 'yes'], false: ['não', 'no'] }

/** The language and the time zone of the person who reads the audit log. */
export type Reader = { language: Language; zone: Zone }

/** Returns the name of a recorded value, or undefined for a value that only the raw record shows. */
export const fieldName = (field: string): Text | undefined => FIELD_NAMES[field]

/** Formats a recorded value in words: amounts in reais, shares in percent, times, codes and lists. */
export function formatValue(field: string, value: string, { language, zone }: Reader): string {
  const word = CODE_NAMES[field]?.[value] ?? FLAGS[value]
  if (word) return textIn(word, language)
  if (/cents$/i.test(field) && /^-?\d+$/.test(value)) return formatCents(value, language)
  if (/bps$/i.test(field) && /^\d+$/.test(value)) return formatBps(Number(value), language)
  if (/(_at|At)$/.test(field) && !Number.isNaN(Date.parse(value)))
    return formatWhen(value, { language, zone, precision: 'minute' })
  const list = listOf(value)
  if (list === undefined) return value
  const nameOf = ITEM_NAMES[field]
  const empty = textIn(EMPTY_LISTS[field] ?? ['—', '—'], language)
  return list.map((item) => (nameOf ? textIn(nameOf(item), language) : item)).join(', ') || empty
}

/** Returns the items of a JSON list of texts, or undefined for any other value. */
function listOf(value: string): string[] | undefined {
  if (!value.startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed.map(String) : undefined
  } catch {
    return undefined
  }
}

const ORDER = Object.keys(FIELD_NAMES)

/** Returns the values that an action changed and that have a name, the most important first. */
export const namedChanges = <Of extends Change>(changes: readonly Of[]): Of[] =>
  changes
    .filter(({ field, before, after }) => before !== after && ORDER.includes(field))
    .toSorted((one, other) => ORDER.indexOf(one.field) - ORDER.indexOf(other.field))

/** Returns a changed value in words: `Tarifa: de 2,00% para 1,50%`. */
export function changeText(change: Change, reader: Reader): Text {
  const { field, before, after } = change
  const [ptBr, en] = fieldName(field) ?? [field, field]
  const was = before === null ? null : (change.beforeName ?? formatValue(field, before, reader))
  const is = after === null ? null : (change.afterName ?? formatValue(field, after, reader))
  if (was === null) return [`${ptBr}: ${is ?? '—'}`, `${en}: ${is ?? '—'}`]
  if (is === null) return [`${ptBr} antes: ${was}`, `${en} before: ${was}`]
  return [`${ptBr}: de ${was} para ${is}`, `${en}: from ${was} to ${is}`]
}
