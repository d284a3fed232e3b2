import { plusMs } from '../../kernel/clock.ts'
import { sql } from '../../kernel/database/sql.ts'
import { advanceReplays, REPLAY_PACE_MS } from '../../webhooks/replays/advance-replays.ts'
import { deliverDue } from '../../webhooks/dispatch/deliver-due.ts'
import type { Market, Shop } from './shops.ts'

export interface ReplayItem {
  id: string
  status: string
  matched: number
  queued: number
  done: number
  failed: number
  finished_at: string | null
}

/** A merchant who replays what a shop of the market missed. */
export class ReplayDesk {
  private constructor(
    readonly market: Market,
    readonly shop: Shop,
  ) {}

  static async open(market: Market): Promise<ReplayDesk> {
    await market.clear()
    await sql(
      market.context(),
      `update webhook_replay set status = 'stopped', finished_at = created_at where status = 'running'`,
    )
    return new ReplayDesk(market, await market.shop())
  }

  now(): Date {
    return this.market.world.clock.now()
  }

  /** A context whose clock stands so long from now. */
  at(ms: number) {
    return this.market.contextAt(plusMs(this.now(), ms))
  }

  filter(more: object = {}): object {
    return {
      endpoint_id: this.shop.endpointId,
      from: plusMs(this.now(), -3_600_000).toISOString(),
      to: plusMs(this.now(), 3_600_000).toISOString(),
      ...more,
    }
  }

  start(more: object = {}) {
    return this.shop.rest.post<ReplayItem>('/v1/webhooks/replays', this.filter(more))
  }

  async read(id: string): Promise<ReplayItem> {
    return (await this.shop.rest.get<ReplayItem>(`/v1/webhooks/replays/${id}`)).body
  }

  /** Events whose deliveries had come to their end without getting through. */
  async missed(count: number, status = 'failed'): Promise<string[]> {
    const ids = await this.market.events(this.shop.merchantId, count)
    await sql(
      this.market.context(),
      `update webhook_delivery set status = $2, next_attempt_at = null, finished_at = created_at,
         succeeded_at = case $2 when 'succeeded' then created_at end where event_id = any ($1::text[])`,
      [ids, status],
    )
    return ids
  }

  /** Moves replays and deliveries on through time, in steps of the pace, from `fromMs` on; answers the most at once. */
  async passTime(steps: number, fromMs = 0): Promise<number> {
    let most = 0
    for (let step = 0; step < steps; step++) {
      const ctx = this.at(fromMs + step * REPLAY_PACE_MS)
      await advanceReplays(ctx, 100)
      most = Math.max(most, await deliverDue(ctx, 64))
      await advanceReplays(ctx, 100)
    }
    return most
  }

  /** The events that the shop was sent, in order. */
  sentIds() {
    return this.market.callsTo(this.shop.path).map(({ headers }) => headers['x-svc-event-id'])
  }
}
