import { expect, test } from 'vitest'
import { timelineFamily } from './timeline.ts'

const item = { kind: 'charge.paid', deliveryId: null, eventId: null, journalId: null }

test('a journal, event or delivery id decides the family of a timeline item; without these ids the kind decides', () => {
  expect(timelineFamily(item)).toBe('charge')
  expect(timelineFamily({ ...item, journalId: 'j' })).toBe('journal')
  expect(timelineFamily({ ...item, eventId: 'e', deliveryId: 'd' })).toBe('delivery')
  expect(timelineFamily({ ...item, eventId: 'e' })).toBe('event')
})

test('a timeline item of an unknown kind belongs to the family charge', () => {
  expect(timelineFamily({ ...item, kind: 'payment_received' })).toBe('payment')
  expect(timelineFamily({ ...item, kind: 'teleported' })).toBe('charge')
})
