import { checkHistory, type Verdict } from './checker.ts'
import { completeHistory } from './complete-history.ts'
import type { History } from './history.ts'
import { MERCHANT } from './model.ts'
import type { Operation, State } from './state.ts'

/**
 * The maximum number of steps of a check while calls are recorded. The recording pauses during a check, so the check
 * must be short.
 */
const STEPS_MAX = 300_000
/** The maximum number of steps of a check after all calls are recorded. */
export const LATE_STEPS_MAX = 5_000_000

/** The result of one history, with the operations that the checker ordered. */
export interface Judgement {
  verdict: Verdict<State>
  operations: Operation[]
}

/** Checks whether a history is linearizable with the model of a merchant. */
export function judgeHistory(history: History, stepsMax = STEPS_MAX): Judgement {
  const operations = completeHistory(history)
  return { operations, verdict: checkHistory(operations, MERCHANT, stepsMax) }
}

/**
 * Describes why a history is not linearizable: the last operations of the longest order, and the operations that could
 * come next.
 */
export function describeJudgement({ verdict, operations }: Judgement): string[] {
  if (verdict.kind === 'linearizable') return [verdict.kind]
  const line = (index: number): string => {
    const { request, answer, calledAt, endedAt } = operations[index] ?? {}
    return `  [${calledAt}, ${endedAt}] ${JSON.stringify(request)} -> ${JSON.stringify(answer)}`
  }
  const { positions, charges } = verdict.state
  return [
    `${verdict.kind} after ${verdict.placed.length} of ${operations.length} operations; the last ones:`,
    ...verdict.placed.slice(-SHOWN).map(line),
    'next:',
    ...verdict.next.map(line),
    `state: ${JSON.stringify(positions)}`,
    ...Array.from(charges.values(), (charge) => `  ${JSON.stringify(charge)}`),
  ]
}

const SHOWN = 5
