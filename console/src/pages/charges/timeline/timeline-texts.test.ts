import { expect, test } from 'vitest'
import { actorText, detailText, notificationLines, notificationText } from './timeline-texts.ts'

const NONE = {
  eventTypes: ['charge.paid'],
  endpoint: null,
  succeeded: 0,
  pending: 0,
  failed: 0,
  attempts: 0,
  lastStatusCode: null,
  lastError: null,
}

const HOOK = ['https://loja.example/hook', 'https://loja.example/hook'] as const

test('the webhooks of one timeline item are one line with their outcomes and the number of attempts', () => {
  expect(notificationText({ ...NONE, succeeded: 1, attempts: 3 })).toEqual([
    'Webhook “Pagamento confirmado”: entregue, 3 tentativas',
    'Webhook “Payment confirmed”: delivered, 3 attempts',
  ])
  expect(notificationText({ ...NONE, succeeded: 2, pending: 1, attempts: 4, lastStatusCode: 500 })[1]).toBe(
    'Webhook “Payment confirmed”: 2 delivered, delivery in progress (HTTP 500), 4 attempts in total',
  )
  expect(notificationText({ ...NONE, pending: 1, failed: 1, attempts: 9, lastStatusCode: 500 })[1]).toBe(
    'Webhook “Payment confirmed”: delivery in progress, not delivered, HTTP 500, 9 attempts in total',
  )
  expect(notificationText({ ...NONE, endpoint: HOOK, failed: 1, attempts: 11 })[0]).toBe(
    'Webhook “Pagamento confirmado” → https://loja.example/hook: não entregue, 11 tentativas',
  )
  expect(notificationText({ ...NONE, endpoint: HOOK })[1]).toMatch(/: not sent$/)
  expect(notificationText(NONE)[1]).toBe('Webhook “Payment confirmed”: no endpoint subscribes')
})

test('each endpoint that receives a webhook has a line with its own outcome and time', () => {
  const outcome = { succeeded: 0, pending: 0, failed: 0, attempts: 1, lastStatusCode: null, lastError: null }
  const done = { ...outcome, url: 'https://a.example', succeeded: 1, lastAt: '2026-11-20T12:00:00.000Z' }
  const waiting = { ...outcome, url: null, pending: 1, lastAt: null }
  const both = { ...outcome, succeeded: 1, pending: 1, lastAt: done.lastAt, eventTypes: ['charge.paid'] }
  expect(
    notificationLines({ ...both, endpoints: [done, waiting] }).map(({ text, at }) => [text[0], at]),
  ).toEqual([
    ['Webhook “Pagamento confirmado” → https://a.example: entregue, 1 tentativa', done.lastAt],
    ['Webhook “Pagamento confirmado” → endpoint 2: entrega em andamento, 1 tentativa', null],
  ])
  expect(notificationLines({ ...both, endpoints: [{ ...both, url: null }] })[0]?.at).toBeNull()
})

test('an API key is shown by its name, and an unknown actor or detail is shown unchanged', () => {
  expect(actorText({ kind: 'api_key', name: 'loja' })).toEqual(['Chave de API loja', 'API key loja'])
  expect(actorText({ kind: 'person', name: 'Ana' })).toEqual(['Ana', 'Ana'])
  expect(actorText({ kind: 'teleporter', name: null })).toEqual(['teleporter', 'teleporter'])
  expect(detailText({ kind: 'refund.requested', detail: 'duplicate' })?.[1]).toBe('Duplicate payment')
  expect(detailText({ kind: 'payment.primary', detail: 'E1' })).toEqual(['E1', 'E1'])
})
