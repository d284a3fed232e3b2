import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { CompletedAttempt } from './send-delivery.ts'

/** Attempts that one process makes at once. */
export const SOCKETS_MAX = 64

/** How many of them may go to endpoints whose last finished attempt did not succeed. */
const UNHEALTHY_SOCKETS_MAX = 32

interface Holder {
  attempt: Promise<void>
  /** Whether the endpoint is healthy, as far as this process knows. */
  healthy: boolean
}

/** The sockets of one process. A claimed delivery holds one until its attempt is recorded. */
export class Sockets {
  readonly #holders = new Map<ClaimedDelivery, Holder>()

  get deliveries(): ClaimedDelivery[] {
    return Array.from(this.#holders.keys())
  }

  get attempts(): Promise<void>[] {
    return Array.from(this.#holders.values(), ({ attempt }) => attempt)
  }

  get freeCount(): number {
    return SOCKETS_MAX - this.#holders.size
  }

  /** How many free sockets unhealthy endpoints may take. Endpoints that fail while they hold many leave none. */
  get freeForUnhealthyCount(): number {
    const held = Array.from(this.#holders.values()).filter(({ healthy }) => !healthy).length
    return Math.max(0, Math.min(this.freeCount, UNHEALTHY_SOCKETS_MAX - held))
  }

  add(delivery: ClaimedDelivery, attempt: Promise<void>): void {
    this.#holders.set(delivery, { attempt, healthy: delivery.healthy })
  }

  /** Applies the result of an attempt to every socket of its endpoint. Our own errors say nothing about it. */
  observe({ delivery, result }: CompletedAttempt): void {
    if (result.errorClass === 'internal') return
    for (const [{ endpoint_id }, holder] of this.#holders) {
      if (endpoint_id === delivery.endpoint_id) holder.healthy = result.errorClass === null
    }
  }

  release(delivery: ClaimedDelivery): void {
    this.#holders.delete(delivery)
  }

  releaseAll(): void {
    this.#holders.clear()
  }
}
