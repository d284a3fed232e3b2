import { z } from 'zod'
import { jsonAnswer, type RoutedCall } from './calls.ts'
import { badField, DelayMs, read } from './control-bodies.ts'
import type { Inbox, InboxFilter, InboxSecret } from './inbox.ts'
import { timeMs } from './paging.ts'
import type { Route } from './router.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

const SecretBody = z.object({
  secret: z.string().min(1).max(500),
  endpoint_url_path: z.string().max(2000).optional(),
})

const BehaviourBody = z.object({
  path: z.string().max(2000).default('*'),
  status: z.int().min(200).max(599).default(200),
  delay_ms: DelayMs.default(0),
  count: z.int().positive().optional(),
})

/**
 * The routes by which tests, demos and the page use the inbox. Calls `saveSecrets` with all secrets after each added
 * secret.
 */
export function inboxRoutes(inbox: Inbox, saveSecrets: (secrets: readonly InboxSecret[]) => void): Route[] {
  return [
    {
      method: 'GET',
      path: '/simulator/inbox',
      answer: (call) => jsonAnswer(200, inbox.list(filterOf(call))),
    },
    {
      method: 'DELETE',
      path: '/simulator/inbox',
      answer: () => jsonAnswer(200, { deleted: inbox.clear() }),
    },
    {
      method: 'POST',
      path: '/simulator/inbox/secrets',
      answer(call) {
        const { secret, endpoint_url_path: path } = read(SecretBody, call)
        const isNew = inbox.addSecret({ secret, ...(path === undefined ? {} : { path: pathOf(path) }) })
        if (isNew) saveSecrets(inbox.secrets)
        return jsonAnswer(201, { endpoint_url_path: path ?? null, secret_last4: secret.slice(-4) })
      },
    },
    {
      method: 'POST',
      path: '/simulator/inbox/behaviour',
      answer(call) {
        const { path, status, delay_ms: delayMs, count } = read(BehaviourBody, call)
        inbox.setBehaviour({ path: path === '*' ? path : pathOf(path), status, delayMs, count })
        return jsonAnswer(201, { path, status, delay_ms: delayMs, count: count ?? null })
      },
    },
    {
      method: 'DELETE',
      path: '/simulator/inbox/behaviour',
      answer() {
        inbox.resetBehaviours()
        return jsonAnswer(200, { path: '*', status: 200, delay_ms: 0, count: null })
      },
    },
  ]
}

function filterOf({ query }: RoutedCall): InboxFilter {
  const limit = Number(query.get('limit') ?? LIMIT_DEFAULT)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw badField('limit', `De 1 a ${LIMIT_MAX}.`)
  const since = query.get('since')
  const sinceMs = since === null ? undefined : timeMs(since)
  if (since !== null && sinceMs === undefined) throw badField('since', 'Uma data RFC 3339.')
  return {
    eventType: query.get('event_type') ?? undefined,
    eventId: query.get('event_id') ?? undefined,
    path: query.get('path') ?? undefined,
    sinceMs,
    limit,
  }
}

/** Returns the path of a URL; returns the text itself if it is already a path. */
const pathOf = (text: string): string =>
  URL.parse(text)?.pathname ?? (text.startsWith('/') ? text : `/${text}`)
