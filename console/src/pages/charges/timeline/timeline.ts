/**
 * The family of a timeline item: the kind of fact that the item reports. The family decides the icon and the colour of
 * the item.
 */
export type TimelineFamily = 'charge' | 'payment' | 'journal' | 'refund' | 'case' | 'payout' | 'event'

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
 * Returns the family of a timeline item, which the prefix of its `kind` determines. An unknown kind belongs to `event`.
 */
export const timelineFamily = (kind: string): TimelineFamily => FAMILIES[kind.split('.')[0] ?? ''] ?? 'event'
