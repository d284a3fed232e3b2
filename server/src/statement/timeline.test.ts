import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

test('the timeline merges payments, events, entries and deliveries by time', () => {
  const items = timelineOf({
    charge: { createdAt: at(0), orderReference: 'pedido-1' },
    payments: [
      { classification: 'primary', endToEndId: 'E1', paidAt: at(5) },
      { classification: 'duplicate', endToEndId: 'E2', paidAt: at(20) },
    ],
    events: [
      { type: 'charge.issued', createdAt: at(1) },
      { type: 'charge.paid', createdAt: at(6) },
      { type: 'charge.something_new', createdAt: at(30) },
    ],
    lines: [
      { journalId: 'j1', eventType: 'charge.paid', postedAt: at(6) },
      { journalId: 'j1', eventType: 'charge.paid', postedAt: at(6) },
    ],
    deliveries: [
      {
        id: 'd1',
        eventId: 'evt_1',
        eventType: 'charge.paid',
        status: 'succeeded',
        attempts: 2,
        lastStatusCode: 204,
        lastError: null,
        createdAt: at(6),
        finishedAt: at(9),
      },
      {
        id: 'd2',
        eventId: 'evt_1',
        eventType: 'charge.paid',
        status: 'pending',
        attempts: 1,
        lastStatusCode: null,
        lastError: 'timeout',
        createdAt: at(6),
        finishedAt: null,
      },
    ],
  })
  expect(items.map(({ at: moment, kind, detail }) => [moment.getUTCSeconds(), kind, detail])).toEqual([
    [0, 'charge.created', 'pedido-1'],
    [1, 'charge.issued', null],
    [5, 'payment.primary', 'E1'],
    [6, 'charge.paid', null],
    [6, 'charge.paid', null],
    [6, 'delivery.pending', null],
    [9, 'delivery.succeeded', null],
    [20, 'payment.duplicate', 'E2'],
    [30, 'charge.something_new', null],
  ])
  expect(items.find(({ deliveryId }) => deliveryId === 'd2')).toMatchObject({
    eventType: 'charge.paid',
    attempts: 1,
    lastStatusCode: null,
    lastError: 'timeout',
  })
  expect(items.filter(({ journalId }) => journalId === 'j1')).toHaveLength(1)
  expect(items.filter(({ deliveryId }) => deliveryId !== null).map(({ eventId }) => eventId)).toEqual([
    'evt_1',
    'evt_1',
  ])
})
