import { systemClock } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { registerEndpoint } from '../../webhooks/endpoints/register-endpoint.ts'
import { makeWebhookSender } from '../../webhooks/sending/make-webhook-sender.ts'
import type { WebhookSender, WithSender } from '../../webhooks/sending/sender.ts'
import type { ServiceContext } from '../../kit.ts'
import { aBalanceEvent, recorded } from './events.ts'
import { answer, startReceiver, type Receiver } from '../far-end/receiver.ts'
import type { RestClient } from '../clients/rest-client.ts'
import { World } from '../world.ts'

/** A merchant with one endpoint at the receiver. */
export interface Shop {
  merchantId: string
  rest: RestClient
  endpointId: string
  path: string
  secret: string
}

export interface DeliveryRow {
  id: string
  event_id: string
  status: string
  attempts: number
  last_error: string | null
  next_attempt_at: Date | null
  finished_at: Date | null
}

/** A world whose merchants' receivers stand on loopback: what webhooks are tested in. */
export class Market implements AsyncDisposable {
  #paths = 0

  private constructor(
    readonly world: World,
    readonly receiver: Receiver,
    readonly sender: WebhookSender,
  ) {}

  static async start(): Promise<Market> {
    const world = await World.start()
    const receiver = await startReceiver()
    const sender = makeWebhookSender({ allowPrivate: [receiver.host], caFiles: [receiver.caFile] })
    return new Market(world, receiver, sender)
  }

  /** A context whose sender reaches the receiver. */
  context(): ServiceContext & WithSender {
    return { ...this.world.context(), sender: this.sender }
  }

  /** The same, with a clock that stands. */
  contextAt(now: Date): ServiceContext & WithSender {
    return {
      ...this.context(),
      clock: { now: () => now, sleep: (ms, signal) => systemClock.sleep(ms, signal) },
    }
  }

  /** A new merchant with one endpoint at a path of its own. */
  async shop(eventTypes: string[] = []): Promise<Shop> {
    const { merchantId, rest } = await this.world.anotherMerchant()
    return { merchantId, rest, ...(await this.endpoint(merchantId, eventTypes)) }
  }

  /** The same, and the endpoint's last attempt was a success. */
  async healthyShop(): Promise<Shop> {
    const shop = await this.shop()
    await this.haveSucceeded([shop])
    return shop
  }

  /** A further endpoint of a merchant, at a path of its own. */
  async endpoint(merchantId: string, eventTypes: string[] = []) {
    const path = `/shop-${(this.#paths += 1)}`
    const url = this.receiver.url(path)
    const { endpoint, secret } = await registerEndpoint(this.context(), merchantId, { url, eventTypes })
    return { endpointId: endpoint.id, path, secret }
  }

  /** Makes the last attempt of each endpoint a success, so that it is sent as many deliveries at once as it allows. */
  async haveSucceeded(shops: readonly Pick<Shop, 'endpointId'>[]): Promise<void> {
    await sql(
      this.context(),
      'update webhook_endpoint set last_success_at = created_at where id = any ($1::uuid[])',
      [shops.map(({ endpointId }) => endpointId)],
    )
  }

  /** Records events of the merchant, one transaction for all; answers their ids. */
  events(merchantId: string, count = 1): Promise<string[]> {
    return this.eventsAt(this.context(), merchantId, count)
  }

  /** The same, by another context's clock. */
  eventsAt(ctx: Context, merchantId: string, count = 1): Promise<string[]> {
    return recorded(
      ctx,
      merchantId,
      Array.from({ length: count }, () => aBalanceEvent(merchantId)),
    )
  }

  /** Lets go of everything that waits or is under way, as if it had never been. */
  async clear(): Promise<void> {
    this.receiver.calls.length = 0
    this.receiver.mostAtOnce.clear()
    this.receiver.behave(answer(200))
    await sql(
      this.context(),
      `update webhook_delivery set status = 'skipped', next_attempt_at = null, claim_id = null, lease_until = null,
         finished_at = created_at where finished_at is null`,
    )
  }

  /** What the receiver was sent at a path. */
  callsTo(path: string) {
    return this.receiver.calls.filter((call) => call.path === path)
  }

  deliveries({ endpointId }: { endpointId: string }): Promise<DeliveryRow[]> {
    return sql<DeliveryRow>(
      this.context(),
      `select id, event_id, status, attempts, last_error, next_attempt_at, finished_at from webhook_delivery
       where endpoint_id = $1 order by id`,
      [endpointId],
    )
  }

  /** Reads columns of the endpoint as they stand. */
  async endpointRow<Row extends object>({ endpointId }: { endpointId: string }): Promise<Row> {
    const [row] = await sql<Row>(this.context(), 'select * from webhook_endpoint where id = $1', [endpointId])
    if (!row) throw new Error(`no endpoint ${endpointId}`)
    return row
  }

  async stop(): Promise<void> {
    await this.sender.close()
    await this.receiver.close()
    await this.world.stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
