/** The family of a timeline item. It selects the icon and the colour of the item. */
export type TimelineFamily =
  'charge' | 'payment' | 'journal' | 'refund' | 'case' | 'event' | 'delivery' | 'staff'

const FAMILIES: Readonly<Record<string, TimelineFamily>> = {
  charge: 'charge',
  payment: 'payment',
  pix: 'payment',
  journal: 'journal',
  entry: 'journal',
  ledger: 'journal',
  gateway: 'journal',
  reserve: 'journal',
  refund: 'refund',
  case: 'case',
  dispute: 'case',
  event: 'event',
  webhook: 'event',
  delivery: 'delivery',
  attempt: 'delivery',
  staff: 'staff',
  audit: 'staff',
}

/**
 * Returns the family of a timeline item. An item with an id of a delivery, event or journal entry belongs to that
 * family, whatever its kind. Otherwise the start of the kind selects the family. Other kinds belong to `charge`.
 */
export function timelineFamily(item: {
  kind: string
  deliveryId: string | null
  eventId: string | null
  journalId: string | null
}): TimelineFamily {
  if (item.deliveryId !== null) return 'delivery'
  if (item.eventId !== null) return 'event'
  if (item.journalId !== null) return 'journal'
  return FAMILIES[item.kind.split(/[._]/)[0] ?? ''] ?? 'charge'
}
