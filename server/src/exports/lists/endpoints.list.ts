import { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { WebhookEndpoint } from '../../webhooks/endpoints/endpoint.entity.ts'
import {
  listEndpoints,
  listEndpointsIncludingOff,
  listHealth,
  type EndpointHealth,
} from '../../webhooks/endpoints/endpoint.queries.ts'
import { listErrorCounts, listFleet } from '../../webhooks/health/fleet.queries.ts'
import { exportList, type Column } from '../export-list.ts'
import { merchantId } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  endpoint: WebhookEndpoint
  state: string
  health: EndpointHealth | undefined
}

interface FleetRow extends Row {
  merchant: string
  /** The most frequent error class of the endpoint in the last 24 hours. */
  commonFailure: string | null
}

/** Fewer rows per page than by default, because the health is counted for each endpoint. */
const FLEET_PAGE_ROWS = 100

const id: Column<Row> = ['text', ({ endpoint }) => endpoint.id]
const url: Column<Row> = ['text', ({ endpoint }) => endpoint.url]
const HEALTH_COLUMNS = {
  health: ['code', ({ state }) => state],
  delivered_24h: ['count', ({ health }) => health?.succeeded24h ?? null],
  failed_24h: ['count', ({ health }) => health?.failed24h ?? null],
  in_queue: ['count', ({ health }) => health?.pending ?? null],
} satisfies Record<string, Column<Row>>

/** The webhook endpoints of one merchant. If `withOff` is true, includes endpoints that are off. */
export const endpointsList = exportList({
  permission: 'webhook_endpoint.read',
  filter: z.strictObject({ merchantId, withOff: z.boolean().nullish() }),
  columns: {
    url,
    events: ['code', ({ endpoint }: Row) => eventsOf(endpoint.eventTypes)],
    ...HEALTH_COLUMNS,
    last_success_at: ['time', ({ endpoint }) => endpoint.lastSuccessAt],
    id,
  },
  async page(ctx, { merchantId: owner, withOff }) {
    const endpoints = await (withOff === true ? listEndpointsIncludingOff : listEndpoints)(ctx, owner)
    return { items: await withHealth(ctx, endpoints), nextCursor: null }
  },
})

/** The webhook endpoints of all merchants. */
export const fleetList = exportList({
  permission: 'webhook_endpoint.read',
  filter: z.strictObject({ merchantId: z.null().optional() }),
  columns: {
    url,
    merchant: ['text', ({ merchant }: FleetRow) => merchant],
    ...HEALTH_COLUMNS,
    common_failure: ['code', ({ commonFailure }) => commonFailure],
    lag_seconds: ['count', ({ health }) => health?.lagSeconds ?? null],
    id,
  },
  pageRows: FLEET_PAGE_ROWS,
  async page(ctx, _filter, request) {
    const { items, ...page } = await listFleet(ctx, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const ids = items.map((endpoint) => endpoint.id)
    const errors = await listErrorCounts(ctx, ids)
    const rows = await withHealth(ctx, items)
    return {
      ...page,
      items: rows.map((row) => ({
        ...row,
        merchant: nameOf(row.endpoint),
        commonFailure: errors.find(({ endpointId }) => endpointId === row.endpoint.id)?.errorClass ?? null,
      })),
    }
  },
})

/** Returns `all` for an empty list, because an endpoint without event types receives every event. */
export const eventsOf = (types: readonly string[]): string => (types.length === 0 ? 'all' : types.join(' '))

async function withHealth(ctx: Context, endpoints: readonly WebhookEndpoint[]): Promise<Row[]> {
  const health = await listHealth(
    ctx,
    endpoints.map((endpoint) => endpoint.id),
  )
  const healthOf = new Map(health.map((one) => [one.id, one]))
  const now = ctx.clock.now()
  return endpoints.map((endpoint) => ({
    endpoint,
    state: endpoint.stateAt(now),
    health: healthOf.get(endpoint.id),
  }))
}
