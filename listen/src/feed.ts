import { callService, type Service } from './service.ts'

const WAIT_SECONDS = 20
const LIMIT = 50

/** An event of the feed. */
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
 * Reads the page after a cursor. Waits up to 20 s for events. Without a cursor, returns the first stored events.
 * @throws UnavailableError or ListenError
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

/** Returns the cursor of the end of the feed. @throws UnavailableError or ListenError */
export async function readLatest(service: Service, signal: AbortSignal): Promise<string> {
  return pageOf(await callService(service, '/v1/events/feed?after=latest', { signal })).next_cursor
}

function pageOf(body: unknown): FeedPage {
  if (isPage(body)) return body
  throw new Error('BUG: the service answered with a feed that pix-listen does not know')
}

const isPage = (body: unknown): body is FeedPage =>
  typeof body === 'object' &&
  body !== null &&
  'items' in body &&
  Array.isArray(body.items) &&
  'next_cursor' in body &&
  typeof body.next_cursor === 'string'
