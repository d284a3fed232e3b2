import { setTimeout as sleep } from 'node:timers/promises'
import { readLatest, readPage, type FeedEvent } from './feed.ts'
import { forward, isAccepted } from './forward.ts'
import { UnavailableError, type Service } from './service.ts'
import { loadState, saveState, sourceOf, type State } from './state.ts'

/**
 * The pause before an event is forwarded again, in milliseconds. The pause is short, so that a local server gets its
 * events soon after a restart.
 */
const FORWARD_RETRY_MS = 500

export interface ListenOptions extends Service {
  /** The URL of the local server, to which events are forwarded. */
  forwardTo: string
  /** The path of the file that stores the progress. */
  stateFile: string
  /** Whether the first run begins with the oldest stored event instead of the next new event. */
  fromStart: boolean
  /** When this signal is aborted, `listen` ends. */
  signal: AbortSignal
  print: (line: string) => void
}

/**
 * Follows the feed of the account and forwards each event to the local server, in order, until the signal is aborted.
 * Stores the progress after each accepted event, so that a later run continues with the next event.
 * @throws ListenError when the service refuses a call, or when the state file is not usable.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { stateFile, signal, print } = options
  const state = await loadState(stateFile, sourceOf(options.baseUrl, options.apiKey))
  await saveState(stateFile, state)
  print(`Signing secret: ${state.secret}`)
  if (state.cursor === null && !options.fromStart) {
    state.cursor = await untilAvailable(options, () => readLatest(options, signal))
    if (state.cursor !== null) await saveState(stateFile, state)
  }
  print(`Forwarding events to ${options.forwardTo}`)
  while (!signal.aborted) {
    const page = await untilAvailable(options, () => readPage(options, state.cursor, signal))
    if (!page) return
    for (const event of page.items) if (!(await forwardOnce(options, state, event))) return
    if (page.next_cursor === state.cursor) continue
    state.cursor = page.next_cursor
    state.forwarded = []
    await saveState(stateFile, state)
  }
}

/**
 * Forwards an event, unless an earlier run has forwarded it. Returns false when the signal was aborted before the local
 * server accepted the event.
 */
async function forwardOnce(options: ListenOptions, state: State, event: FeedEvent): Promise<boolean> {
  const { signal, print } = options
  if (state.forwarded.includes(event.id)) return true
  let last: number | string | undefined
  while (!signal.aborted) {
    const result = await forward(options.forwardTo, state.secret, event, signal)
    if (result !== last && !signal.aborted) print(`${event.type} ${event.id} → ${result}`)
    if (isAccepted(result)) {
      state.forwarded.push(event.id)
      await saveState(options.stateFile, state)
      return true
    }
    last = result
    await pause(FORWARD_RETRY_MS, signal)
  }
  return false
}

/**
 * Calls `work` until it throws no UnavailableError, and returns its result. Returns null when the signal is aborted
 * first.
 * @throws any other error of `work`.
 */
async function untilAvailable<T>(
  { signal, print }: Pick<ListenOptions, 'signal' | 'print'>,
  work: () => Promise<T>,
): Promise<T | null> {
  let last = ''
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      if (error.message !== last && !signal.aborted) print(`Waiting: ${error.message}`)
      last = error.message
      await pause(error.retryAfterMs, signal)
    }
  }
  return null
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
