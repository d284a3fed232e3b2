import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { none, route, type Route } from '../http/route.ts'
import { COMPONENTS, instant } from '../kernel/output/shapes.ts'
import { changeEndpoint } from './endpoints/change-endpoint.ts'
import { descriptionInput, eventTypesInput, findUrlFaults, urlInput } from './endpoints/endpoint-input.ts'
import {
  EndpointDetailShape,
  EndpointShape,
  presentEndpoint,
  presentEndpointDetail,
} from './endpoint.present.ts'
import { getEndpoint, listEndpoints } from './endpoints/endpoint.queries.ts'
import { registerEndpoint } from './endpoints/register-endpoint.ts'
import { GRACE_SECONDS_DEFAULT, GRACE_SECONDS_MAX, rotateSecret } from './endpoints/rotate-secret.ts'
import type { WithSender } from './sending/sender.ts'
import { testEndpoint } from './dispatch/test-endpoint.ts'
import { turnOffEndpoint } from './endpoints/turn-off-endpoint.ts'

const URL_TEXT = 'A URL pública que recebe os eventos: HTTPS, sem usuário e sem #'
const DESCRIPTION_TEXT = 'Um texto da loja sobre o endpoint; null apaga'

const RegisterBody = z.strictObject({
  url: urlInput.describe(URL_TEXT),
  event_types: eventTypesInput.default([]).describe('Os tipos de evento assinados. Vazia ou ausente: todos'),
  description: descriptionInput.optional().describe(DESCRIPTION_TEXT),
})

const ChangeBody = z.strictObject({
  url: urlInput.optional().describe(`${URL_TEXT}. Ausente: não muda`),
  event_types: eventTypesInput
    .optional()
    .describe('Os tipos de evento assinados. Vazia: todos. Ausente: não muda'),
  description: descriptionInput.optional().describe(`${DESCRIPTION_TEXT}. Ausente: não muda`),
  enabled: z.boolean().optional().describe('true reativa, false desativa. Ausente: não muda'),
})

const BodyWithUrl = z.object({ url: z.unknown() })

const extraFaults = (ctx: Context & WithSender, body: unknown) =>
  findUrlFaults(ctx, BodyWithUrl.safeParse(body).data?.url)

const RotateBody = z
  .strictObject({
    grace_seconds: z
      .int()
      .min(0)
      .max(GRACE_SECONDS_MAX)
      .default(GRACE_SECONDS_DEFAULT)
      .describe('Por quantos segundos o segredo anterior também assina; 0 se ele vazou'),
  })
  .prefault({})

export const endpointRoutes: Route<Context & WithSender>[] = [
  route('post', '/v1/webhooks/endpoints', {
    operationId: 'createWebhookEndpoint',
    scope: 'webhooks:write',
    summary: 'Cadastra um endpoint de webhook',
    query: none,
    body: RegisterBody,
    responses: {
      201: z
        .strictObject({ id: z.uuid(), signing_secret: z.string() })
        .register(COMPONENTS, { id: 'RegisteredWebhookEndpoint' }),
    },
    refusals: ['ssrf_blocked', 'webhook_endpoint_limit'],
    extraFaults,
    async handle({ ctx, merchantId, body }) {
      const input = { url: body.url, eventTypes: body.event_types, description: body.description }
      const { endpoint, secret } = await registerEndpoint(ctx, merchantId, input)
      return { status: 201, body: { id: endpoint.id, signing_secret: secret } }
    },
  }),
  route('get', '/v1/webhooks/endpoints', {
    operationId: 'listWebhookEndpoints',
    scope: 'webhooks:read',
    summary: 'Lista os endpoints de webhook',
    query: none,
    body: none,
    responses: {
      200: z
        .strictObject({ items: z.array(EndpointShape) })
        .register(COMPONENTS, { id: 'WebhookEndpointList' }),
    },
    async handle({ ctx, merchantId }) {
      const endpoints = await listEndpoints(ctx, merchantId)
      const now = ctx.clock.now()
      return { status: 200, body: { items: endpoints.map((endpoint) => presentEndpoint(endpoint, now)) } }
    },
  }),
  route('get', '/v1/webhooks/endpoints/:id', {
    operationId: 'getWebhookEndpoint',
    scope: 'webhooks:read',
    summary: 'Lê um endpoint de webhook: por que está desativado, o último erro e o último sucesso',
    query: none,
    body: none,
    responses: { 200: EndpointDetailShape },
    refusals: ['webhook_endpoint_not_found'],
    async handle({ ctx, merchantId, params }) {
      const endpoint = await getEndpoint(ctx, merchantId, params['id'] ?? '')
      return { status: 200, body: presentEndpointDetail(endpoint, ctx.clock.now()) }
    },
  }),
  route('patch', '/v1/webhooks/endpoints/:id', {
    operationId: 'updateWebhookEndpoint',
    scope: 'webhooks:write',
    summary: 'Altera um endpoint de webhook',
    query: none,
    body: ChangeBody,
    responses: { 200: EndpointShape },
    refusals: ['webhook_endpoint_not_found', 'ssrf_blocked', 'webhook_endpoint_limit'],
    extraFaults,
    async handle({ ctx, merchantId, params, body }) {
      const { url, event_types: eventTypes, description, enabled } = body
      const change = { url, eventTypes, description, enabled }
      const endpoint = await changeEndpoint(ctx, merchantId, params['id'] ?? '', change)
      return { status: 200, body: presentEndpoint(endpoint, ctx.clock.now()) }
    },
  }),
  route('delete', '/v1/webhooks/endpoints/:id', {
    operationId: 'deleteWebhookEndpoint',
    scope: 'webhooks:write',
    summary: 'Desliga um endpoint de webhook',
    query: none,
    body: none,
    responses: { 200: z.strictObject({ ok: z.literal(true) }).register(COMPONENTS, { id: 'Confirmation' }) },
    refusals: ['webhook_endpoint_not_found'],
    async handle({ ctx, merchantId, params }) {
      await turnOffEndpoint(ctx, merchantId, params['id'] ?? '')
      return { status: 200, body: { ok: true } }
    },
  }),
  route('post', '/v1/webhooks/endpoints/:id/test', {
    operationId: 'testWebhookEndpoint',
    scope: 'webhooks:write',
    summary: 'Envia um evento webhook.test e devolve o resultado',
    query: none,
    body: none,
    responses: {
      200: z
        .strictObject({
          status_code: z.int().nullable(),
          latency_ms: z.int(),
          error: z.string().nullable(),
        })
        .register(COMPONENTS, { id: 'WebhookTestResult' }),
    },
    refusals: ['webhook_endpoint_not_found'],
    async handle({ ctx, merchantId, params }) {
      const result = await testEndpoint(ctx, merchantId, params['id'] ?? '')
      const { statusCode, errorClass, timings } = result
      return { status: 200, body: { status_code: statusCode, latency_ms: timings.total, error: errorClass } }
    },
  }),
  route('post', '/v1/webhooks/endpoints/:id/rotate-secret', {
    operationId: 'rotateWebhookSecret',
    scope: 'webhooks:write',
    summary: 'Troca o segredo de assinatura',
    query: none,
    body: RotateBody,
    responses: {
      200: z
        .strictObject({ signing_secret: z.string(), previous_expires_at: instant })
        .register(COMPONENTS, { id: 'RotatedSecret' }),
    },
    refusals: ['webhook_endpoint_not_found'],
    async handle({ ctx, merchantId, params, body }) {
      const rotated = await rotateSecret(ctx, merchantId, params['id'] ?? '', body.grace_seconds)
      const previousExpiresAt = rotated.previousEndsAt.toISOString()
      return {
        status: 200,
        body: { signing_secret: rotated.secret, previous_expires_at: previousExpiresAt },
      }
    },
  }),
]
