import { REQUEST_BOUNDS } from '../kernel/metrics/http-metrics.ts'
import { histogram, type Metrics } from '../kernel/metrics/metrics.ts'
import type {
  FindOutcome,
  FindReturnOutcome,
  IssueOutcome,
  PixProvider,
  ReceivedPage,
  RemoveOutcome,
  RequestReturnOutcome,
} from './provider.ts'

const OPERATIONS = [
  'issue',
  'find',
  'remove',
  'list_received',
  'list_removed',
  'request_return',
  'find_return',
  'register_callback',
] as const
type Operation = (typeof OPERATIONS)[number]

const OUTCOMES = ['ok', 'refused', 'absent', 'unavailable', 'unknown'] as const
type Outcome = (typeof OUTCOMES)[number]

export const PIX_CALLS = histogram({
  name: 'pix_client_request_duration_seconds',
  help: 'Duration of operations at the PSP, with the token request and the retry of each.',
  labels: { operation: OPERATIONS, outcome: OUTCOMES },
  bounds: REQUEST_BOUNDS,
})

type Kind = (
  IssueOutcome | FindOutcome | RemoveOutcome | ReceivedPage | RequestReturnOutcome | FindReturnOutcome
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

/** Wraps `pix` so that the duration and the outcome of each operation are measured. */
export function measurePix(pix: PixProvider, metrics: Metrics): PixProvider {
  const measured = async <T>(
    operation: Operation,
    call: () => Promise<T>,
    outcomeOf: (result: T) => Outcome,
  ): Promise<T> => {
    const startedMs = performance.now()
    let outcome: Outcome = 'unknown'
    try {
      const result = await call()
      outcome = outcomeOf(result)
      return result
    } finally {
      metrics.observe(PIX_CALLS, { operation, outcome }, (performance.now() - startedMs) / 1_000)
    }
  }
  const byKind = <T extends { kind: Kind }>(operation: Operation, call: () => Promise<T>): Promise<T> =>
    measured(operation, call, ({ kind }) => OUTCOME_OF[kind])
  return {
    issue: (request) => byKind('issue', () => pix.issue(request)),
    find: (txid, signal) => byKind('find', () => pix.find(txid, signal)),
    remove: (txid) => byKind('remove', () => pix.remove(txid)),
    listReceived: (window, signal) => byKind('list_received', () => pix.listReceived(window, signal)),
    listRemoved: (window, signal) => byKind('list_removed', () => pix.listRemoved(window, signal)),
    requestReturn: (request) => byKind('request_return', () => pix.requestReturn(request)),
    findReturn: (name, signal) => byKind('find_return', () => pix.findReturn(name, signal)),
    registerCallback: (url) =>
      measured(
        'register_callback',
        () => pix.registerCallback(url),
        (ok) => (ok ? 'ok' : 'unavailable'),
      ),
  }
}
