import { expect, test } from 'vitest'
import { timelineFamily } from './timeline.ts'

const item = { kind: 'charge.paid', deliveryId: null, eventId: null, journalId: null }

test('what an item points at says what it is, before its name does', () => {
  expect(timelineFamily(item)).toBe('charge')
  expect(timelineFamily({ ...item, journalId: 'j' })).toBe('journal')
  expect(timelineFamily({ ...item, eventId: 'e', deliveryId: 'd' })).toBe('delivery')
  expect(timelineFamily({ ...item, eventId: 'e' })).toBe('event')
})

test('a kind nobody has heard of belongs to the charge', () => {
  expect(timelineFamily({ ...item, kind: 'payment_received' })).toBe('payment')
  expect(timelineFamily({ ...item, kind: 'teleported' })).toBe('charge')
})
