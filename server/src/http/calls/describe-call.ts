import type { Request, Response } from 'express'
import type { Caller } from '../../kernel/caller.ts'
import type { Context } from '../../kernel/context.ts'
import { HTTP_METHODS, OTHER } from '../../kernel/metrics/http-metrics.ts'
import { Problem, type ProblemCode } from '../../kernel/problem.ts'
import type { IdempotencyResult, ServedCall } from '../../kernel/served-call.ts'
import { knownFieldsOf, type KnownFields } from './known-fields.ts'
import type { Match } from '../match.ts'
import type { Route } from '../route.ts'

/** The response header that marks a call as the repetition of an earlier call. */
const REPLAYED = 'idempotent-replayed'

/** A call of the merchant API that has ended. */
interface EndedCall<C extends Context> {
  req: Request
  res: Response
  match: Match<C>
  caller: Caller | undefined
  correlationId: string
  status: number
  durationMs: number
  /** The error that ended the call; undefined for a success. */
  error: unknown
  /** The code of the error; null for a success. */
  code: ProblemCode | null
}

/** Returns a function that describes ended calls for the request log, without any value that a client sent. */
export function callDescriber<C extends Context>(
  routes: readonly Route<C>[],
): (call: EndedCall<C>) => ServedCall {
  const known = new Map(routes.map((route) => [route, knownFieldsOf(route)]))
  const nothingKnown = knownFieldsOf(undefined)
  return ({ req, res, match, caller, correlationId, status, durationMs, error, code }) => {
    const route = match.kind === 'found' ? match.route : undefined
    const fields = (route && known.get(route)) ?? nothingKnown
    const { reason = null, fields: refused = [] } = error instanceof Problem ? error.details : {}
    return {
      correlationId,
      caller: caller ? { merchantId: caller.merchantId, apiKeyId: caller.apiKeyId } : null,
      method: HTTP_METHODS.find((method) => method === req.method) ?? OTHER,
      route: route?.path ?? OTHER,
      queryNames: queryNames(req.originalUrl, fields),
      status,
      code,
      reason,
      durationMs,
      idempotency: route?.needsIdempotencyKey ? idempotencyOf(res, code) : null,
      fields: refused.map((field) => ({ path: fields.path(field.path), code: field.code })),
    }
  }
}

function queryNames(url: string, fields: KnownFields): string[] {
  const at = url.indexOf('?')
  if (at < 0) return []
  const names = new URLSearchParams(url.slice(at + 1)).keys()
  return Array.from(new Set(Array.from(names, (name) => fields.parameter(name))))
}

function idempotencyOf(res: Response, code: ServedCall['code']): IdempotencyResult | null {
  if (code === 'idempotency_conflict') return 'conflict'
  if (code !== null) return null
  return res.getHeader(REPLAYED) === undefined ? 'first' : 'replayed'
}
