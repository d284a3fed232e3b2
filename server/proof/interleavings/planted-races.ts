import { editAll, editText, UNCHANGED, type Edit } from './edit.ts'
import type { Pair } from './explore-pair.ts'
import type { Side, Verb } from './verb.ts'
import { VERBS } from './verbs.ts'

/**
 * A race condition that the check must find. Edited SQL statements cause the race: with the original statements, the
 * pair has no race.
 */
export interface PlantedRace {
  name: string
  pair: Pair
  edits: Partial<Record<Side, Edit>>
}

const LOCK_LEDGER = 'select lock_ledger($1) as "locked"'

/** Replaces the SQL statement that locks the ledger of the merchant by one that locks nothing. */
const noLedgerLock = editText((text) => (text === LOCK_LEDGER ? 'select $1::uuid as "locked"' : text))

/** Removes the lock of the rows that SQL statements read from a table. */
const noRowLock = (table: string): Edit =>
  editText((text) =>
    text.includes(` from "${table}"`) ? text.replace(/ for no key update( of "\w+")?$/, '') : text,
  )

/** Replaces a part of an SQL statement. The new part has the same placeholders. */
const replacePart = (part: string, changed: string): Edit => editText((text) => text.replace(part, changed))

/** Locks all charges before the ledger. The service always locks the ledger first, so this order allows deadlocks. */
const chargesFirst: Edit = {
  ...UNCHANGED,
  before: (text) =>
    text === LOCK_LEDGER ? ['select from charge order by merchant_id, id for no key update'] : [],
}

const repeatableRead = editText((text) => (text === 'begin' ? 'begin isolation level repeatable read' : text))

/** After the ledger is locked, hides the refund that an earlier call with the same idempotency key created. */
const noReplay = (): Edit => {
  let isLocked = false
  return editText((text) => {
    if (text === LOCK_LEDGER) isLocked = true
    if (text === 'commit' || text === 'rollback') isLocked = false
    const finds = isLocked && text.includes(' from "refund"') && text.includes('"idempotency_key" = ')
    return finds ? text.replace(' limit 1', ' limit 0') : text
  })
}

const inBoth = (edit: Edit): PlantedRace['edits'] => ({ A: edit, B: edit })

/** The planted races. Each race removes a lock, swaps the order of locks, or breaks an assumption about isolation. */
export const PLANTED_RACES: readonly PlantedRace[] = [
  {
    name: 'payouts that do not lock the ledger',
    pair: pairOf('reserve payout', 'record payout'),
    edits: inBoth(noLedgerLock),
  },
  {
    name: 'a completion and a cancellation of a payout that lock nothing',
    pair: pairOf('complete payout', 'cancel payout'),
    edits: inBoth(editAll(noLedgerLock, noRowLock('payout'))),
  },
  {
    name: 'decisions on a write-off that lock nothing',
    pair: pairOf('agree to write-off', 'refuse write-off'),
    edits: inBoth(editAll(noLedgerLock, noRowLock('debt_write_off'))),
  },
  {
    name: 'refunds that lock nothing',
    pair: pairOf('request refund', 'request refund'),
    edits: inBoth(editAll(noLedgerLock, noRowLock('charge'))),
  },
  {
    name: 'registrations of endpoints that do not lock the merchant',
    pair: pairOf('register endpoint', 'register endpoint'),
    edits: inBoth(noRowLock('merchant')),
  },
  {
    name: 'a transaction that locks charges before the ledger',
    pair: pairOf('make available', 'request refund'),
    edits: { A: chargesFirst },
  },
  {
    name: 'payouts in transactions with the isolation level repeatable read',
    pair: pairOf('reserve payout', 'record payout'),
    edits: inBoth(repeatableRead),
  },
  {
    name: 'an expiry that does not check the status again',
    pair: pairOf('record payments', 'expire charges'),
    edits: {
      B: replacePart(
        '("charge"."status" = $5 and "charge"."expires_at" <= $6) is true',
        '($5::text is not null and $6::timestamptz is not null)',
      ),
    },
  },
  {
    name: 'a payment that overwrites a cancellation',
    pair: pairOf('record payments', 'cancel charge'),
    edits: { A: noRowLock('charge'), B: replacePart('"n"."state" <> $10', '$10::text is null') },
  },
  {
    name: 'a repeated refund that is not looked up under the lock',
    pair: pairOf('repeat refund', 'repeat refund'),
    edits: { A: noReplay(), B: noReplay() },
  },
]

function pairOf(a: string, b: string): Pair {
  return [verbOf(a), verbOf(b)]
}

function verbOf(name: string): Verb {
  const found = VERBS.find((verb) => verb.name === name)
  if (!found) throw new Error(`BUG: there is no verb ${name}`)
  return found
}
