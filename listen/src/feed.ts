import { callService, type Service } from './service.ts'

/** The time in seconds for which a call may wait for an event. */
const WAIT_SECONDS = 20
/** The maximum number of events in one page. */
const LIMIT = 50

/** An event in the feed of the account. */
export interface FeedEvent {
  id: string
  type: string
  version: string
  environment: string
  created_at: string
  data: unknown
}

export interface FeedPage {
  items: FeedEvent[]
  next_cursor: string
}

/**
 * Reads the page of the feed after a cursor. Without a cursor, reads the first page. If the page is empty, the call
 * waits up to WAIT_SECONDS for an event.
 * @throws UnavailableError when a retry may succeed.
 * @throws ListenError when the service refuses the call.
 */
export async function readPage(
  service: Service,
  cursor: string | null,
  signal: AbortSignal,
): Promise<FeedPage> {
  const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`
  return pageOf(
    await callService(service, `/v1/events/feed?wait=${WAIT_SECONDS}&limit=${LIMIT}${after}`, { signal }),
  )
}

/**
 * Returns the cursor at the end of the feed.
 * @throws UnavailableError when a retry may succeed.
 * @throws ListenError when the service refuses the call.
 */
export async function readLatest(service: Service, signal: AbortSignal): Promise<string> {
  return pageOf(await callService(service, '/v1/events/feed?after=latest', { signal })).next_cursor
}

function pageOf(body: unknown): FeedPage {
  if (isPage(body)) return body
  throw new Error('BUG: GET /v1/events/feed returned a body without items or next_cursor')
}

const isPage = (body: unknown): body is FeedPage =>
  typeof body === 'object' &&
  body !== null &&
  'items' in body &&
  Array.isArray(body.items) &&
  'next_cursor' in body &&
  typeof body.next_cursor === 'string'
