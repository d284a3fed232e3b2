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
 * Returns the family of a timeline item. An item with a delivery id, event id or journal id belongs to the family of
 * that id. For all other items the start of `kind` selects the family. An unknown kind belongs to `charge`.
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
