import type { Zone } from './time/day.ts'
import { YES_NO, type Words } from './export-columns.ts'
import { auditAct, auditActor } from './i18n/people/audit-acts.ts'
import { cases } from './i18n/finance/cases.ts'
import { chargeMark, charges } from './i18n/finance/charges.ts'
import { common } from './i18n/common.ts'
import { exports } from './i18n/exports.ts'
import { statement } from './i18n/finance/finance.ts'
import { merchants } from './i18n/finance/merchants.ts'
import { payouts } from './i18n/finance/payouts.ts'
import { exceptionKind, reconciliation } from './i18n/finance/reconciliation.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  payoutState,
  positionName,
} from './i18n/status.ts'
import { textIn, type Language, type Text } from './text.ts'
import { deliveries, errorClassName } from './i18n/webhooks/webhooks.ts'
import { formatCents } from './values/money.ts'
import { formatWhen } from './time/when.ts'

/** The name of each field of a filter, and the translations of its codes. */
const FILTER_NAMES: Readonly<Record<string, readonly [name: Text, words?: Words]>> = {
  merchantId: [merchants.name],
  status: [charges.status, { ...chargeStatus, ...caseStatus, ...deliveryStatus }],
  state: [payouts.state, { ...payoutState, open: reconciliation.open, closed: reconciliation.closed }],
  kind: [cases.kind, { ...caseKind, ...exceptionKind }],
  orderReference: [charges.order],
  q: [exports.search],
  createdFrom: [exports.from],
  createdTo: [exports.until],
  paidFrom: [exports.paidFrom],
  paidTo: [exports.paidUntil],
  from: [exports.from],
  to: [exports.until],
  amountFromCents: [exports.atLeast],
  amountToCents: [exports.atMost],
  latePayment: [charges.mark, { true: chargeMark.late }],
  duplicates: [charges.mark, { true: chargeMark.duplicates }],
  endpointId: [exports.endpoint],
  eventType: [deliveries.event],
  errorClass: [deliveries.error, errorClassName],
  actor: [exports.actor, auditActor],
  action: [exports.action, auditAct],
  targetIds: [exports.target],
  text: [common.reason],
  position: [statement.position, positionName],
  entry: [statement.journal],
  withOff: [exports.withOff, YES_NO],
  staffId: [exports.actor],
}

type Reader = { language: Language; zone: Zone; merchantName: string | undefined }

/** Describes a filter: the name and the value of each condition. */
export function filterLines(filter: object, reader: Reader): [name: string, value: string][] {
  return Object.entries(filter).flatMap(([member, value]): [string, string][] => {
    const known = FILTER_NAMES[member]
    if (!known || value === null || value === undefined) return []
    return [[textIn(known[0], reader.language), valueText(member, value, reader)]]
  })
}

function valueText(member: string, value: unknown, { language, zone, merchantName }: Reader): string {
  const words = FILTER_NAMES[member]?.[1] ?? {}
  const word = (code: unknown) => {
    const text = words[String(code)]
    return text ? textIn(text, language) : String(code)
  }
  if (Array.isArray(value)) return value.map(word).join(', ')
  const text = String(value)
  if (member === 'merchantId') return merchantName ?? text
  if (/cents$/i.test(member)) return formatCents(text, language)
  if (/(from|to)$/i.test(member)) return formatWhen(text, { language, zone, precision: 'minute' })
  return word(text)
}
