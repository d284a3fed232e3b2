import { createClient, createConfig, type Client } from './generated/client/index.ts'
import { errorOf } from './error-of.ts'
import { retryingFetch, type RetryOptions } from './retry.ts'

export * from './errors.ts'
export * from './webhook.ts'
export * from './generated/sdk.gen.ts'
export type * from './generated/types.gen.ts'
export type { Client, RetryOptions }

export interface ConnectOptions extends RetryOptions {
  /** The base URL of the service, without `/v1`. */
  baseUrl: string
  apiKey: string
}

/**
 * Returns a client of the service, which every operation takes as its option `client`. The client repeats failed
 * requests as `retryingFetch` describes.
 */
export function connect({ baseUrl, apiKey, ...retry }: ConnectOptions): Client {
  const send = retryingFetch(retry)
  return createClient(
    createConfig({
      baseUrl,
      auth: apiKey,
      fetch: (input, init) => send(new Request(input, init)),
    }),
  )
}

/** The result of an operation, which is either data or an error. */
export interface Answer<Data> {
  data: Data | undefined
  error?: unknown
  response?: Response
}

/**
 * Returns the data of an operation, for example `await call(getCharge({ client, path: { id } }))`.
 * @throws PixError for an error response of the service.
 * @throws NoResponseError if no response arrived, or if the body of the response is not from the service.
 */
export async function call<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (data === undefined) throw errorOf(response, error)
  return data
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  /** The cursor for the call that reads the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * Yields every item of a list, page by page. Reads a page only when the caller needs its items. For example
 * `pages((cursor) => listCharges({ client, query: { status: 'paid', cursor } }))`.
 * @throws the errors of `call`.
 */
export async function* pages<Item>(
  list: (cursor: string | undefined) => Promise<Answer<Page<Item>>>,
): AsyncGenerator<Item, void, void> {
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor } = await call(list(cursor))
    yield* items
    if (next_cursor === null) return
    cursor = next_cursor
  }
}

/** Returns a new idempotency key. Store the key before the call, and use it again for every repetition of the call. */
export const newIdempotencyKey = (): string => crypto.randomUUID()
