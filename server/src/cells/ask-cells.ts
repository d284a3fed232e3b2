import type { Log } from '../kernel/log.ts'
import { withDeadline } from '../kernel/pool/work-limits.ts'
import { Problem } from '../kernel/problem.ts'

/** The maximum time for which `askCells` waits for one cell, in milliseconds. */
const ANSWER_MS_MAX = 5_000

/** The answers of the cells, in the order of the cells, and the ids of the cells without an answer. */
export interface CellAnswers<T> {
  answers: { cell: string; value: T }[]
  missing: string[]
}

/**
 * Calls `work` for each cell at the same time. A cell that fails or does not answer within `answerMs` is missing in the
 * result, and does not fail the other cells. `work` must use only the database of its cell. If `work` throws a Problem
 * other than `service_unavailable`, rejects with this Problem, because every cell would refuse in the same way.
 */
export async function askCells<Cell extends { id: string }, T>(
  cells: readonly Cell[],
  work: (cell: Cell) => Promise<T>,
  { log, answerMs = ANSWER_MS_MAX }: { log: Log; answerMs?: number },
): Promise<CellAnswers<T>> {
  const asked = await Promise.all(
    cells.map(async (cell) => {
      try {
        return { cell: cell.id, value: await withDeadline(answerMs, () => work(cell)) }
      } catch (error) {
        if (error instanceof Problem && error.code !== 'service_unavailable') throw error
        log.error({ err: error, cell: cell.id }, 'a cell did not answer')
        return { cell: cell.id, isMissing: true as const }
      }
    }),
  )
  return {
    answers: asked.flatMap((one) => ('isMissing' in one ? [] : [one])),
    missing: asked.flatMap((one) => ('isMissing' in one ? [one.cell] : [])),
  }
}
