import type { History, RecordedCall } from './history.ts'
import type { Operation } from './state.ts'

/**
 * Returns a history as JSON. `events` has the order and the members of Porcupine's `Event`: `Kind` (0 is a call, 1 a
 * return), `Id`, `ClientId` and `Value`. An operation without an answer has its return event after all other events, as
 * Porcupine requires. `calls` has the calls as the clients recorded them; `endedAt` is null for a call that never
 * ended.
 */
export function exportHistory({ merchantId, calls }: History, operations: readonly Operation[]): string {
  const events = operations
    .flatMap(({ request, answer, calledAt, endedAt }, id) => [
      { at: calledAt, event: { Kind: 0, Id: id, ClientId: id, Value: request } },
      { at: endedAt, event: { Kind: 1, Id: id, ClientId: id, Value: answer } },
    ])
    .toSorted((a, b) => (a.at === b.at ? a.event.Id - b.event.Id : a.at - b.at))
    .map(({ event }) => event)
  return JSON.stringify({ merchant_id: merchantId, calls, events })
}

/** Reads the calls of an exported history. */
export function importHistory(json: string): History {
  const { merchant_id: merchantId, calls }: { merchant_id: string; calls: RecordedCall[] } = JSON.parse(json)
  // JSON has no infinity.
  const ended = calls.map((call) => ({ ...call, endedAt: call.endedAt ?? Infinity }))
  return { merchantId, calls: ended }
}
