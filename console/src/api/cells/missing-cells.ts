import { useQueryClient, type QueryCache } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Maps the name of an operation to the cells that did not answer the last request of the operation. */
const missingByOperation = new Map<string, readonly string[]>()
const listeners = new Set<() => void>()

/** Records which cells did not answer a request. An empty list means that all cells answered. */
export function recordMissingCells(operation: string, cells: readonly string[]): void {
  const before = missingByOperation.get(operation) ?? []
  if (before.join() === cells.join()) return
  if (cells.length === 0) missingByOperation.delete(operation)
  else missingByOperation.set(operation, cells)
  for (const listener of listeners) listener()
}

/** Returns the ids, separated by commas, of the cells that did not answer a query that the page shows now. */
export function missingCellsOf(cache: QueryCache): string {
  if (missingByOperation.size === 0) return ''
  const shown = cache.findAll({ type: 'active' }).map(({ queryKey: [operation] }) => String(operation))
  const missing = new Set(shown.flatMap((operation) => missingByOperation.get(operation) ?? []))
  return [...missing].toSorted().join(',')
}

/** Returns the ids of the cells that did not answer. The page lacks the merchants of these cells. */
export function useMissingCells(): readonly string[] {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      const unsubscribe = cache.subscribe(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
    [cache],
  )
  const missing = useSyncExternalStore(subscribe, () => missingCellsOf(cache))
  return missing === '' ? [] : missing.split(',')
}
