import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../server/src/webhooks/events/event-types.ts'
import { ERROR_CLASSES } from '../../server/src/webhooks/sending/error-class.ts'
import { problemText } from './lib/i18n/problems.ts'
import { differenceName } from './pages/reconciliation/texts.ts'
import { entryName, eventName } from './lib/i18n/status.ts'
import { timelineTitle } from './pages/charges/timeline/timeline-texts.ts'
import { errorClassHint } from './lib/i18n/webhooks/attempts.ts'
import { errorClassName } from './lib/i18n/webhooks/error-class-name.ts'

const SRC = import.meta.dirname
const SERVER = join(SRC, '../../server/src')
const sources = globSync('**/*.ts', { cwd: SERVER })
  .filter((file) => !/testing|simulation|\.test\.|seed/.test(file))
  .map((file) => readFileSync(join(SERVER, file), 'utf8'))

/** The journal entry types that the server posts, read from the server's source. */
const ENTRY_TYPES = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/eventType: '([a-z_]+\.[a-z_]+)'/g)].map(([, type = '']) => type),
  ),
)

/** The names of the details that a reconciliation exception can have, read from the server's source. */
const DIFFERENCES = new Set(
  sources
    .filter((text) => text.includes('openException('))
    .flatMap((text) => [...text.matchAll(/\bdetails(?: =|:) \{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g)])
    .flatMap(([, members = '']) =>
      [...members.matchAll(/\b([a-z]+_[a-z]+): /g)].map(([, name = '']) => name),
    ),
)

/**
 * Types of journal entries that move money between internal accounts only. No merchant statement contains such entries.
 */
const INTERNAL_ENTRY_TYPES = ['provider.settled', 'provider.return_settled', 'provider.clearing_moved']

/** Conflict reasons that the server sends only to the merchant API and the command line. */
const NOT_IN_CONSOLE = [
  'order_reference_in_use',
  'case_not_failed',
  'identity_in_use',
  'sweep_is_behind',
  'anchors_invalid',
  'dispute_file_limit',
  'dispute_files_too_large',
  'test_clock_limit',
  'charge_not_payable',
  'charge_not_disputable',
  'merchant_is_moving',
  'merchant_is_not_moving',
  'freeze_has_ended',
  'same_cell',
  'no_open_cell',
  'service_merchant',
  'migrations_differ',
  'no_receiving_account',
  'ledger_not_sound',
  'copy_differs',
  'move_is_running',
  'move_was_taken_over',
  'move_is_decided',
]

test('every journal entry type in merchant statements has a name in both languages', () => {
  expect(ENTRY_TYPES.size).toBeGreaterThan(10)
  const unnamed = [...ENTRY_TYPES].filter((type) => !INTERNAL_ENTRY_TYPES.includes(type) && !entryName[type])
  expect(unnamed).toEqual([])
})

test('every detail of a reconciliation exception has a name in both languages', () => {
  expect(DIFFERENCES.size).toBeGreaterThan(4)
  expect([...DIFFERENCES].filter((name) => !differenceName[name])).toEqual([])
})

test('every webhook event has a name in both languages', () => {
  expect(EVENT_TYPES.filter((type) => !eventName[type])).toEqual([])
})

test('every error class of a delivery has a name and a hint in both languages', () => {
  expect(ERROR_CLASSES.filter((name) => !errorClassName[name] || !errorClassHint[name])).toEqual([])
})

/** The kinds of timeline items, read from the server's source. */
const FACTS = sources
  .filter((text) => text.includes('export function factsOf('))
  .flatMap((text) => [...text.matchAll(/fact\([\w.? ]+, '([a-z_]+\.[a-z_]+)'/g)].map(([, kind = '']) => kind))

test('every item of a timeline has a title', () => {
  expect(FACTS.length).toBeGreaterThan(7)
  const payments = ['primary', 'duplicate', 'amount_mismatch', 'after_final', 'unmatched']
  const refunds = ['completed', 'failed']
  const kinds = [
    ...FACTS,
    ...payments.map((kind) => `payment.${kind}`),
    ...refunds.map((status) => `refund.${status}`),
    ...EVENT_TYPES,
  ]
  expect(kinds.filter((kind) => timelineTitle(kind).includes(kind))).toEqual([])
})

test('no English text contains Portuguese accents', () => {
  const catalogues = globSync(['lib/i18n/**/*.ts', '{pages,shared}/**/*texts.ts'], { cwd: SRC }).filter(
    (file) => !file.includes('.test.'),
  )
  expect(catalogues.length).toBeGreaterThan(30)
  const accented = /[áàâãéêíóôõúç]/i
  const untranslated = catalogues.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/\[\s*(['"`])(.+?)\1,\s*(['"`])(.+?)\3,?\s*\]/gs)]
      .filter(
        ([text, , , , en = '']) =>
          !text.includes('#') && accented.test(en) && !/São Paulo|Português/.test(en),
      )
      .map(([text]) => `${file}: ${text}`),
  )
  expect(untranslated).toEqual([])
})

test('no text puts a fixed plural after a number that can be one', () => {
  const catalogues = globSync(['lib/i18n/**/*.ts', '{pages,shared}/**/*texts.ts'], { cwd: SRC }).filter(
    (file) => !file.includes('.test.'),
  )
  const fixed = catalogues.flatMap((file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    const numbers = [...source.matchAll(/[(,]\s*(\w+): number/g)].map(([, name = '']) => name)
    return [...source.matchAll(/(?<!(?:Mais de|More than) )\$\{(\w+)\} \p{L}{2,}s\b/gu)]
      .filter(([, name = '']) => numbers.includes(name))
      .map(([text]) => `${file}: ${text}`)
  })
  expect(fixed).toEqual([])
})

test('every conflict reason that the console can receive has its own text', () => {
  const conflicts = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/new Problem\('conflict', \{\s*reason: '(\w+)'/g)].map(([, reason = '']) => reason),
    ),
  )
  expect(conflicts.size).toBeGreaterThan(20)
  const plain = problemText({ code: 'conflict', reason: null })
  const untranslatedReasons = [...conflicts].filter(
    (reason) => problemText({ code: 'conflict', reason }) === plain,
  )
  expect(untranslatedReasons.filter((reason) => !NOT_IN_CONSOLE.includes(reason))).toEqual([])
})

test.each(['invalid_text', 'document_in_view'])('the refusal reason %s has its own message', (reason) => {
  expect(problemText({ code: 'validation_error', reason })).not.toBe(
    problemText({ code: 'validation_error', reason: null }),
  )
})
