import { expect, test } from 'vitest'
import { checkHistory, type Interval, type Model } from './checker.ts'

interface Access extends Interval {
  kind: 'write' | 'read'
  value: number
}

/** A register that contains 0 at the beginning. */
const REGISTER: Model<number, Access> = {
  initial: 0,
  apply(state, { kind, value }) {
    if (kind === 'write') return value
    return state === value ? state : undefined
  },
  keyOf: String,
}

const write = (value: number, calledAt: number, endedAt: number): Access => ({
  kind: 'write',
  value,
  calledAt,
  endedAt,
})
const read = (value: number, calledAt: number, endedAt: number): Access => ({
  kind: 'read',
  value,
  calledAt,
  endedAt,
})
const NEVER = Infinity

test.each<[string, Access[]]>([
  ['an empty history', []],
  ['a read of the initial value', [read(0, 1, 2)]],
  ['a read after a write', [write(1, 1, 2), read(1, 3, 4)]],
  ['a read during a write sees the old value', [write(1, 1, 4), read(0, 2, 3)]],
  ['a read during a write sees the new value', [write(1, 1, 4), read(1, 2, 3)]],
  // The first example history in the documentation of Porcupine.
  ['reads that overlap a write', [write(100, 1, 8), read(100, 2, 4), read(0, 3, 5)]],
  [
    'two writes at the same time, in the order that the reads need',
    [write(1, 1, 4), write(2, 2, 3), read(1, 5, 6)],
  ],
  ['a write that gets no answer and takes effect late', [write(1, 1, NEVER), read(0, 2, 3), read(1, 4, 5)]],
  ['a write that gets no answer and never takes effect', [write(1, 1, NEVER), read(0, 2, 3), read(0, 4, 5)]],
])('a history is linearizable: %s', (_, history) => {
  expect(checkHistory(history, REGISTER, 1_000)).toEqual({ kind: 'linearizable' })
})

test.each<[string, Access[]]>([
  ['a stale read', [write(1, 1, 2), read(0, 3, 4)]],
  ['a read of a value that nobody wrote', [write(1, 1, 2), read(2, 3, 4)]],
  // The second example history in the documentation of Porcupine: the second read begins after the first has ended.
  ['a value that goes back', [write(200, 1, 8), read(200, 2, 3), read(0, 4, 5)]],
  ['a read of a write that begins later', [read(1, 1, 2), write(1, 3, 4)]],
  [
    'a write without an answer that takes effect twice',
    [write(1, 1, NEVER), read(1, 2, 3), write(2, 4, 5), read(1, 6, 7)],
  ],
])('a history is not linearizable: %s', (_, history) => {
  expect(checkHistory(history, REGISTER, 1_000).kind).toBe('violation')
})

test('a violation names the longest order of operations that was found and the operations that cannot follow it', () => {
  const history = [write(1, 1, 2), read(1, 3, 4), read(0, 5, 6)]
  expect(checkHistory(history, REGISTER, 1_000)).toEqual({
    kind: 'violation',
    placed: [0, 1],
    next: [2],
    state: 1,
  })
})

test('a search that needs more steps than allowed is undecided', () => {
  expect(checkHistory([write(1, 1, 2), read(1, 3, 4)], REGISTER, 1)).toEqual({
    kind: 'undecided',
    placed: [0],
    next: [1],
    state: 1,
  })
})

test('a history with 12 concurrent writes is decided within a million steps, because no state is searched twice', () => {
  const writes = Array.from({ length: 12 }, (_, n) => write(1, n, 100 + n))
  expect(checkHistory([...writes, read(2, 200, 201)], REGISTER, 1_000_000).kind).toBe('violation')
})
