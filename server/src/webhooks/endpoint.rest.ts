import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { text } from '../http/parse.ts'
import { none, route, type Route } from '../http/route.ts'
import { EndpointShape, presentEndpoint } from './endpoint.present.ts'
import { listEndpoints } from './endpoint.queries.ts'
import { registerEndpoint } from './register-endpoint.ts'
import type { WithSender } from './sender.ts'
import { turnOffEndpoint } from './turn-off-endpoint.ts'

const EVENT_TYPES_GIVEN_MAX = 30

const url = text(10, 2_000)
const eventTypes = z.array(z.string().max(100)).max(EVENT_TYPES_GIVEN_MAX)

const RegisterBody = z.strictObject({ url, event_types: eventTypes.default([]) })

export const endpointRoutes: Route<Context & WithSender>[] = [
  route('post', '/v1/webhooks/endpoints', {
    scope: 'webhooks:write',
    summary: 'Cadastra um endpoint de webhook',
    query: none,
    body: RegisterBody,
    answers: { 201: z.object({ id: z.uuid(), signing_secret: z.string() }) },
    async handle({ ctx, merchantId, body }) {
      const input = { url: body.url, eventTypes: body.event_types }
      const { endpoint, secret } = await registerEndpoint(ctx, merchantId, input)
      return { status: 201, body: { id: endpoint.id, signing_secret: secret } }
    },
  }),
  route('get', '/v1/webhooks/endpoints', {
    scope: 'webhooks:read',
    summary: 'Lista os endpoints de webhook',
    query: none,
    body: none,
    answers: { 200: z.object({ items: z.array(EndpointShape) }) },
    async handle({ ctx, merchantId }) {
      const endpoints = await listEndpoints(ctx, merchantId)
      const now = ctx.clock.now()
      return { status: 200, body: { items: endpoints.map((endpoint) => presentEndpoint(endpoint, now)) } }
    },
  }),
  route('delete', '/v1/webhooks/endpoints/:id', {
    scope: 'webhooks:write',
    summary: 'Desliga um endpoint de webhook',
    query: none,
    body: none,
    answers: { 200: z.object({ ok: z.literal(true) }) },
    async handle({ ctx, merchantId, params }) {
      await turnOffEndpoint(ctx, merchantId, params['id'] ?? '')
      return { status: 200, body: { ok: true } }
    },
  }),
]
