import type {
  FindOutcome,
  FindReturnOutcome,
  IssueOutcome,
  PixProvider,
  ReceivedPage,
  RemoveOutcome,
  RequestReturnOutcome,
} from './provider.ts'

export const OPERATIONS = [
  'issue',
  'find',
  'remove',
  'list_received',
  'list_removed',
  'request_return',
  'find_return',
  'register_callback',
] as const
export type Operation = (typeof OPERATIONS)[number]

export const OUTCOMES = ['ok', 'refused', 'absent', 'unavailable', 'unknown'] as const
export type Outcome = (typeof OUTCOMES)[number]

type Kind = (
  | IssueOutcome
  | FindOutcome
  | RemoveOutcome
  | ReceivedPage
  | RequestReturnOutcome
  | FindReturnOutcome
)['kind']

const OUTCOME_OF: Record<Kind, Outcome> = {
  issued: 'ok',
  found: 'ok',
  removed: 'ok',
  page: 'ok',
  accepted: 'ok',
  refused: 'refused',
  not_removable: 'refused',
  absent: 'absent',
  unavailable: 'unavailable',
  unknown: 'unknown',
}

/** Returns whether this outcome of a call shows that the PSP answered the call. */
export const isAnswered = (outcome: Outcome): boolean => outcome !== 'unavailable' && outcome !== 'unknown'

/**
 * A function that is called in place of each call to the PSP, for example to measure the call. `call` makes the call
 * with the given provider. `outcomeOf` returns the outcome that a result of `call` describes. The function must return
 * the result of `call`.
 */
export type Around = <T>(
  operation: Operation,
  call: (pix: PixProvider) => Promise<T>,
  outcomeOf: (result: T) => Outcome,
) => Promise<T>

/** Returns a provider that makes each of its calls through `around`. */
export function aroundCalls(around: Around): PixProvider {
  const byKind = <T extends { kind: Kind }>(
    operation: Operation,
    call: (pix: PixProvider) => Promise<T>,
  ): Promise<T> => around(operation, call, ({ kind }) => OUTCOME_OF[kind])
  return {
    issue: (request) => byKind('issue', (pix) => pix.issue(request)),
    find: (txid, signal) => byKind('find', (pix) => pix.find(txid, signal)),
    remove: (txid) => byKind('remove', (pix) => pix.remove(txid)),
    listReceived: (window, signal) => byKind('list_received', (pix) => pix.listReceived(window, signal)),
    listRemoved: (window, signal) => byKind('list_removed', (pix) => pix.listRemoved(window, signal)),
    requestReturn: (request) => byKind('request_return', (pix) => pix.requestReturn(request)),
    findReturn: (name, signal) => byKind('find_return', (pix) => pix.findReturn(name, signal)),
    registerCallback: (url) =>
      around(
        'register_callback',
        (pix) => pix.registerCallback(url),
        (ok) => (ok ? 'ok' : 'unavailable'),
      ),
  }
}
