import { z } from 'zod'
import { COMPONENTS, environment, instant, openList } from '../kernel/output/shapes.ts'
import { none, route, type Route } from '../http/route.ts'
import { SCOPES } from '../kernel/scopes.ts'
import type { Context } from '../kernel/context.ts'
import type { ApiKey } from './api-key.entity.ts'
import { getApiKey } from './api-key.queries.ts'

const CurrentKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  gateway_id: z.uuid(),
  environment,
  scopes: z.array(openList(SCOPES)),
  expires_at: instant.nullable(),
  created_at: instant,
})
CurrentKey.register(COMPONENTS, { id: 'ApiKey' })

export const apiKeyRoutes: Route<Context>[] = [
  route('get', '/v1/api-keys/current', {
    operationId: 'getCurrentApiKey',
    summary: 'A chave de API em uso',
    scope: 'any',
    query: none,
    body: none,
    responses: { 200: CurrentKey },
    async handle({ ctx, caller, merchantId }) {
      return { status: 200, body: presentApiKey(await getApiKey(ctx, merchantId, caller.apiKeyId)) }
    },
  }),
]

function presentApiKey(apiKey: ApiKey): z.infer<typeof CurrentKey> {
  return {
    id: apiKey.id,
    name: apiKey.name,
    prefix: apiKey.prefix,
    gateway_id: apiKey.merchantId,
    environment: apiKey.environment,
    scopes: apiKey.scopes,
    expires_at: apiKey.expiresAt?.toISOString() ?? null,
    created_at: apiKey.createdAt.toISOString(),
  }
}
