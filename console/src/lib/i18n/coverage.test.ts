import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../../../server/src/webhooks/events/event-types.ts'
import { ERROR_CLASSES } from '../../../../server/src/webhooks/sending/error-class.ts'
import { timelineFamily } from '../timeline.ts'
import { problemText } from './problems.ts'
import { differenceName } from './finance/reconciliation.ts'
import { entryName, eventName } from './status.ts'
import { timelineTitle } from './finance/timeline.ts'
import { errorClassHint } from './webhooks/endpoint-performance.ts'
import { errorClassName } from './webhooks/webhooks.ts'

const LIB = import.meta.dirname
const SERVER = join(LIB, '../../../../server/src')
const sources = globSync('**/*.ts', { cwd: SERVER })
  .filter((file) => !/testing|simulation|\.test\.|seed/.test(file))
  .map((file) => readFileSync(join(SERVER, file), 'utf8'))

/** The types that the server writes into the book: what it names in front of a posting. */
const ENTRY_TYPES = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/eventType: '([a-z_]+\.[a-z_]+)'/g)].map(([, type = '']) => type),
  ),
)

/** What the server tells of a difference between its books and the network's. */
const DIFFERENCES = new Set(
  sources
    .filter((text) => text.includes('openException('))
    .flatMap((text) => [...text.matchAll(/\b([a-z]+_(?:cents|at|status)): /g)].map(([, name = '']) => name)),
)

/** Entries between the service's own accounts stand in no merchant's statement. */
const OWN_BOOKS = ['provider.settled', 'provider.return_settled']

/** Conflicts of merchants, of the command line, and of the way in by the identity provider, which has words of its own. */
const NOT_OF_STAFF = ['order_reference_in_use', 'case_not_failed', 'identity_in_use']

test('everything that moves a balance has a name in both languages', () => {
  expect(ENTRY_TYPES.size).toBeGreaterThan(10)
  const nameless = [...ENTRY_TYPES].filter((type) => !OWN_BOOKS.includes(type) && !entryName[type])
  expect(nameless).toEqual([])
})

test('everything that is told of a difference has a name in both languages', () => {
  expect(DIFFERENCES.size).toBeGreaterThan(4)
  expect([...DIFFERENCES].filter((name) => !differenceName[name])).toEqual([])
})

test('every event for merchants has a name in both languages', () => {
  expect(EVENT_TYPES.filter((type) => !eventName[type])).toEqual([])
})

test('every way a delivery can fail has a name in both languages, and what to do about it', () => {
  expect(ERROR_CLASSES.filter((name) => !errorClassName[name] || !errorClassHint[name])).toEqual([])
})

const ids = { deliveryId: null, eventId: null, journalId: null, eventType: null }

test('everything on a timeline has words of its own', () => {
  const facts = [
    'charge.created',
    ...['primary', 'duplicate', 'amount_mismatch', 'after_final', 'unmatched'].map(
      (kind) => `payment.${kind}`,
    ),
  ]
  for (const kind of [...facts, ...EVENT_TYPES]) {
    expect(timelineTitle({ ...ids, kind }, timelineFamily({ ...ids, kind }))).not.toContain(kind)
  }
})

test('no two languages of a catalogue are the same where they are words', () => {
  const catalogues = globSync('**/*.ts', { cwd: LIB }).filter((file) => !file.includes('.test.'))
  expect(catalogues.length).toBeGreaterThan(15)
  const accented = /[áàâãéêíóôõúç]/i
  const untranslated = catalogues.flatMap((file) =>
    [...readFileSync(join(LIB, file), 'utf8').matchAll(/\[\s*(['"`])(.+?)\1,\s*(['"`])(.+?)\3,?\s*\]/gs)]
      .filter(
        ([text, , , , en = '']) =>
          !text.includes('#') && accented.test(en) && !/São Paulo|Português/.test(en),
      )
      .map(([text]) => `${file}: ${text}`),
  )
  expect(untranslated).toEqual([])
})

test('every conflict that the server tells of has words in both languages', () => {
  const conflicts = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/new Problem\('conflict', \{\s*reason: '(\w+)'/g)].map(([, reason = '']) => reason),
    ),
  )
  expect(conflicts.size).toBeGreaterThan(20)
  const plain = problemText({ code: 'conflict', reason: null })
  const silent = [...conflicts].filter((reason) => problemText({ code: 'conflict', reason }) === plain)
  expect(silent.filter((reason) => !NOT_OF_STAFF.includes(reason))).toEqual([])
})

test.each(['invalid_text', 'document_in_view'])('a text refused as %s is told why', (reason) => {
  expect(problemText({ code: 'validation_error', reason })).not.toBe(
    problemText({ code: 'validation_error', reason: null }),
  )
})
