import type { IncomingMessage } from 'node:http'
import { Problem } from '../kernel/problem.ts'
import { toGraphqlError } from './errors.ts'
import { isSameOrigin } from './same-origin.ts'

/**
 * Refuses a request that is not a POST, or that comes from another origin. Use this function only for the routes that
 * return a file, because `/graphql` has its own check.
 * @throws Problem method_not_allowed: the request is not a POST.
 * @throws Problem forbidden, reason `foreign_origin`: the request comes from another origin.
 */
export function requireSameOriginPost({ method, headers }: IncomingMessage, publicUrl: string): void {
  if (method !== 'POST') throw new Problem('method_not_allowed', { allow: ['POST'] })
  if (!isSameOrigin(headers, publicUrl)) throw new Problem('forbidden', { reason: 'foreign_origin' })
}

/** Returns the body of an error response in the format of `/graphql`. */
export function staffErrorBody(problem: Problem, correlationId: string): object {
  const { message, extensions } = toGraphqlError(problem)
  return { errors: [{ message, extensions: { ...extensions, correlation_id: correlationId } }] }
}
