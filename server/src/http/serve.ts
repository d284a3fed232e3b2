import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { actorOfKey, type Caller, type Cost } from '../kernel/caller.ts'
import type { Context } from '../kernel/context.ts'
import { correlationIdOf } from '../kernel/correlation.ts'
import { Faults } from '../kernel/input/faults.ts'
import { isBusy } from '../kernel/pool/busy.ts'
import { withDeadline, withTurn } from '../kernel/pool/work-limits.ts'
import type { Turns } from '../kernel/pool/turns.ts'
import { OTHER, RATE_LIMIT_REFUSALS } from '../kernel/metrics/http-metrics.ts'
import { Problem, type ProblemCode } from '../kernel/problem.ts'
import type { ServedCall } from '../kernel/served-call.ts'
import { readJson } from './body.ts'
import { readUpload } from './upload.ts'
import type { UploadSlots } from './upload-slots.ts'
import { errorResponse } from './errors.ts'
import { closedSignal, isClientDisconnect } from './client-disconnect.ts'
import { callDescriber } from './calls/describe-call.ts'
import { routeFinder, type Match } from './match.ts'
import { setRoute, STATUS_CLIENT_CLOSED } from './measure-requests.ts'
import type { LimitState } from './rate-limit.ts'
import type { Prepared, Route, RouteResponse, StreamedResponse } from './route.ts'

/** The dependencies of the merchant API that higher layers provide. */
export interface MerchantApi<C extends Context> {
  routes: Route<C>[]
  /** Returns a new context for one request. */
  context(correlationId: string): C
  /** Returns the caller whose API key the header contains. @throws Problem unauthorized. */
  authenticate(ctx: C, authorization: string | undefined): Promise<Caller>
  /** Counts the call against the rate limit of the merchant. */
  count(caller: Caller, cost: Cost): Promise<LimitState>
  /**
   * Limits how many database connections the requests of one merchant use. Only requests that may wait for locked rows
   * count.
   */
  turns: Turns
  /** Limits how many uploads run at the same time. */
  uploads: UploadSlots
  /** How long a call may use the database, in milliseconds. */
  callMs: number
  /** `serve` calls this function once for each call that has ended. */
  onEnd(call: ServedCall): void
  /**
   * Set only if there are several cells. Calls `work`. While the merchant moves to another cell, rejects with a Problem
   * if the answer of `work` may be wrong.
   */
  guard?: (ctx: C, call: { caller: Caller; isRead: boolean }, work: () => Promise<Answer>) => Promise<Answer>
  /** Set only for the test environment: calls `work` with the context of the caller's test account. */
  inAccount?: (ctx: C, caller: Caller, work: (ctx: C) => Promise<Answer>) => Promise<Answer>
}

export type Answer = RouteResponse | StreamedResponse

/**
 * Returns the request handler of the merchant API. The handler checks for errors in this order: unknown route or
 * method, 401, 403, 429, 413 and 422, then errors of the use case. Every response contains a correlation id. Every
 * request writes one log line; a request that fails with an error of the service writes a second log line.
 */
export function serve<C extends Context>(api: MerchantApi<C>) {
  const findRoute = routeFinder(api.routes)
  const describeCall = callDescriber(api.routes)
  return async (req: Request, res: Response): Promise<void> => {
    const ctx = api.context(correlationIdOf(res))
    const startedAt = ctx.clock.now()
    const match = findRoute(req.method, req.originalUrl.split('?', 1)[0] ?? '')
    setRoute(res, match.kind === 'found' ? match.route.path : OTHER)
    res.setHeader('cache-control', 'no-store')
    const seen: { caller?: Caller } = {}
    let isFailure = false
    let failure: { error: unknown; code: ProblemCode } | undefined
    try {
      const answer = await withDeadline(api.callMs, () => run(api, ctx, { req, res, match, seen }))
      await send(res, answer)
    } catch (error) {
      const answer = errorResponse(error, ctx.correlationId)
      failure = { error, code: answer.body.error.code }
      isFailure = !(error instanceof Problem) && !isBusy(error) && !isClientDisconnect(req, error)
      if (isFailure) ctx.log.error({ err: error, correlation_id: ctx.correlationId }, 'request failed')
      if (!res.headersSent) await send(res, answer)
    }
    const status = !isFailure && isGone(req, res) ? STATUS_CLIENT_CLOSED : res.statusCode
    const durationMs = ctx.clock.now().getTime() - startedAt.getTime()
    ctx.log.info(
      {
        correlation_id: ctx.correlationId,
        method: req.method,
        route: match.kind === 'found' ? match.route.path : undefined,
        merchant_id: seen.caller?.merchantId,
        status,
        ms: durationMs,
      },
      'request',
    )
    const { correlationId } = ctx
    if (isApiPath(req.originalUrl)) {
      const { error, code = null } = failure ?? {}
      const call = { req, res, match, caller: seen.caller, correlationId, status, durationMs, error, code }
      api.onEnd(describeCall(call))
    }
  }
}

/** Returns whether a path belongs to the merchant API. The handler also answers unknown paths outside of `/v1/`. */
const isApiPath = (url: string): boolean => url.startsWith('/v1/')

const isGone = (req: Request, res: Response): boolean =>
  req.readableAborted || (res.destroyed && !res.writableFinished)

interface Incoming<C extends Context> {
  req: Request
  res: Response
  match: Match<C>
  seen: { caller?: Caller }
}

async function run<C extends Context>(
  api: MerchantApi<C>,
  ctx: C,
  { req, res, match, seen }: Incoming<C>,
): Promise<Answer> {
  if (match.kind === 'unknown') throw new Problem('not_found', { reason: 'route_not_found' })
  if (match.kind === 'wrong_method') throw new Problem('method_not_allowed', { allow: match.allow })
  const { route, params } = match
  const caller = await api.authenticate(ctx, req.headers.authorization)
  seen.caller = caller
  const rawQuery = queryOf(req.originalUrl)
  const cost = route.cost(rawQuery)
  const limit = await api.count(caller, cost)
  for (const [name, value] of Object.entries(limit.headers)) res.setHeader(name, value)
  if (route.scope !== 'any' && !caller.scopes.includes(route.scope)) {
    throw new Problem('forbidden', { reason: 'missing_scope' })
  }
  if (route.isTestOnly && !api.inAccount) throw new Problem('forbidden', { reason: 'test_key_required' })
  if (limit.retryAfterSeconds !== undefined) {
    ctx.metrics.count(RATE_LIMIT_REFUSALS, { limit: cost })
    throw new Problem('rate_limited', { retryAfterSeconds: limit.retryAfterSeconds })
  }

  const answer = async (account: C) => {
    const { handle, idempotencyKey } = await prepare(account, route, req, rawQuery)
    const work = () =>
      handle({
        ctx: { ...account, actor: actorOfKey(caller.apiKeyId) },
        caller,
        merchantId: caller.merchantId,
        params,
        idempotencyKey,
        accepts:
          route.offersCsv && req.accepts('application/json', 'text/csv') === 'text/csv' ? 'csv' : 'json',
        closed: () => closedSignal(res),
      })
    // Start the time limit of the work only after the upload, because the duration of the upload depends on the client.
    const extraMs = route.upload?.workMs ?? route.waitMs
    return extraMs > 0 ? withDeadline(api.callMs + extraMs, work) : work()
  }
  const { inAccount = (given, _caller, work) => work(given) } = api
  const inTurn = () =>
    inAccount(ctx, caller, (account) =>
      route.waitsForLocks
        ? withTurn(api.turns.turnOf(caller.merchantId, route.path), () => answer(account))
        : answer(account),
    )
  const admitted = () => (route.upload ? api.uploads.run(caller.merchantId, inTurn) : inTurn())
  return api.guard ? api.guard(ctx, { caller, isRead: req.method === 'GET' }, admitted) : admitted()
}

async function prepare<C extends Context>(
  ctx: C,
  route: Route<C>,
  req: Request,
  query: Record<string, unknown>,
): Promise<{ handle: Prepared<C>; idempotencyKey: string }> {
  const faults = new Faults()
  const idempotencyKey = route.needsIdempotencyKey ? readIdempotencyKey(req, faults) : ''
  const body = await readBody(route, req, faults)
  const handle = route.prepare(faults, { query, body })
  if (faults.fields.length > 0) faults.merge(await route.extraFaults(ctx, body))
  faults.throwIfAny()
  if (!handle) throw new Error('BUG: prepare: the request is invalid, but no fault was recorded')
  return { handle, idempotencyKey }
}

/**
 * Reads the body. Refuses an upload with invalid headers before reading the body, which may be large.
 * @throws Problem payload_too_large or validation_error.
 */
async function readBody<C extends Context>(route: Route<C>, req: Request, faults: Faults): Promise<unknown> {
  if (req.method === 'GET') return undefined
  if (!route.upload) return readJson(req)
  faults.throwIfAny()
  return readUpload(req, route.upload)
}

const KEY_HINT = 'De 8 a 200 caracteres ASCII visíveis, sem espaço.'

/**
 * Returns the idempotency key of the request. Records a fault if the key does not have 8 to 200 visible ASCII
 * characters.
 */
function readIdempotencyKey(req: Request, faults: Faults): string {
  const key = req.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') faults.add('Idempotency-Key', 'required')
  else if (!/^[\x21-\x7e]*$/.test(key)) faults.add('Idempotency-Key', 'format', KEY_HINT)
  else if (key.length < 8) faults.add('Idempotency-Key', 'too_short', KEY_HINT)
  else if (key.length > 200) faults.add('Idempotency-Key', 'too_long', KEY_HINT)
  else return key
  return ''
}

/** Parses the query string. A repeated parameter becomes an array, which all schemas refuse. */
function queryOf(url: string): Record<string, unknown> {
  const at = url.indexOf('?')
  if (at < 0) return {}
  const given = new URLSearchParams(url.slice(at + 1))
  const entries = Array.from(new Set(given.keys()), (name): [string, unknown] => {
    const values = given.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  })
  return Object.fromEntries(entries)
}

async function send(res: Response, answer: Answer): Promise<void> {
  for (const [name, value] of Object.entries(answer.headers ?? {})) res.setHeader(name, value)
  res.status(answer.status)
  if ('body' in answer) {
    const text = JSON.stringify(answer.body)
    res.setHeader('content-type', 'application/json; charset=utf-8')
    res.setHeader('content-length', Buffer.byteLength(text))
    res.end(text)
    return
  }
  res.setHeader('content-type', answer.contentType)
  await pipeline(Readable.from(answer.chunks), res)
}
