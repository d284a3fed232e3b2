import { z } from 'zod'

/** A job ends when its time is over, or (`callsMax`) after so many calls. */
const Run = { seconds: z.number(), connections: z.number(), callsMax: z.number().optional() }

/** Charges to be paid: id, amount in centavos as text, merchant. */
const Payable = z.object({ id: z.string(), amountCents: z.string(), merchantId: z.string() })
export type Payable = z.infer<typeof Payable>

/** What the load generator can be asked to do. */
export const Job = z.discriminatedUnion('kind', [
  /** POST /v1/pix/charges, each connection one after the other. */
  z.object({
    kind: z.literal('create'),
    ...Run,
    origin: z.string(),
    apiKeys: z.array(z.string()),
    run: z.string(),
  }),
  /** The same rows by one insert and one update, straight from the driver. */
  z.object({ kind: z.literal('create-floor'), ...Run, url: z.string(), merchantIds: z.array(z.string()) }),
  /** Callbacks of 1 to `pixMax` Pix; at most `waitingMax` of them unrecorded, or `perSecond` Pix. */
  z.object({
    kind: z.literal('callbacks'),
    ...Run,
    url: z.string(),
    databaseUrl: z.string(),
    charges: z.array(Payable),
    pixMax: z.number(),
    waitingMax: z.number(),
    perSecond: z.number().nullable(),
  }),
  /** One callback for each charge, at its time since the start of the job. */
  z.object({
    kind: z.literal('scheduled'),
    connections: z.number(),
    url: z.string(),
    charges: z.array(Payable.extend({ atMs: z.number() })),
  }),
  /** The most connections that the silent port held at once since the last such question, as `count`. */
  z.object({ kind: z.literal('silent-sockets') }),
  /** Calls of `post_entries` with `batch` entries each, straight from the driver. */
  z.object({
    kind: z.literal('post-floor'),
    ...Run,
    url: z.string(),
    merchantIds: z.array(z.string()),
    batch: z.number(),
  }),
  /** The same requests again and again, in turn. */
  z.object({
    kind: z.literal('requests'),
    ...Run,
    origin: z.string(),
    requests: z.array(z.lazy(() => Request)),
  }),
  /** First attempts that reached the receiver since the last such question, timed from the callback or the event. */
  z.object({ kind: z.literal('received'), since: z.enum(['callback', 'event']) }),
])
export type Job = z.infer<typeof Job>

const Request = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
})
export type Request = z.infer<typeof Request>

/** What came of a job. Times in milliseconds. */
export const Result = z.object({
  count: z.number(),
  seconds: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
  failures: z.number(),
  /** The first of them, in words. */
  failure: z.string().nullable(),
})
export type Result = z.infer<typeof Result>
