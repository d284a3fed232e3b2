/**
 * The family of a timeline item: the kind of fact that the item reports. The family decides the icon and the colour of
 * the item.
 */
export type TimelineFamily =
  | 'charge'
  | 'payment'
  | 'journal'
  | 'refund'
  | 'case'
  | 'payout'
  | 'event'
  | 'failure'

const FAMILIES: Readonly<Record<string, TimelineFamily>> = {
  charge: 'charge',
  payment: 'payment',
  journal: 'journal',
  gateway: 'journal',
  reserve: 'journal',
  refund: 'refund',
  case: 'case',
  dispute: 'case',
  payout: 'payout',
}

/**
 * Returns the family of a timeline item. Failures and returns of payments have families of their own. Otherwise the
 * prefix of `kind` determines the family. An unknown kind belongs to `event`.
 */
export function timelineFamily(kind: string): TimelineFamily {
  if (kind.endsWith('failed')) return 'failure'
  if (kind.startsWith('payment.return')) return 'refund'
  return FAMILIES[kind.split('.')[0] ?? ''] ?? 'event'
}
