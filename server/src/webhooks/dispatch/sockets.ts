import type { ClaimedDelivery } from './claim-deliveries.sql.ts'
import type { CompletedAttempt } from './send-delivery.ts'

/** The maximum number of parallel attempts of one process. */
export const SOCKETS_MAX = 64

/**
 * The maximum number of parallel attempts to unhealthy endpoints. An endpoint is unhealthy if its last finished attempt
 * failed, or if it has no finished attempt.
 */
const UNHEALTHY_SOCKETS_MAX = 32

interface OccupiedSocket {
  attempt: Promise<void>
  /** Whether the last finished attempt to the endpoint succeeded, as far as this process knows. */
  healthy: boolean
}

/**
 * The slots for attempts in one process. The slots are called sockets, because each attempt uses one network socket. A
 * claimed delivery occupies a slot until its attempt is recorded.
 */
export class Sockets {
  readonly #occupied = new Map<ClaimedDelivery, OccupiedSocket>()

  get deliveries(): ClaimedDelivery[] {
    return Array.from(this.#occupied.keys())
  }

  get attempts(): Promise<void>[] {
    return Array.from(this.#occupied.values(), ({ attempt }) => attempt)
  }

  get freeCount(): number {
    return SOCKETS_MAX - this.#occupied.size
  }

  /**
   * The number of free sockets that unhealthy endpoints may use. Zero if unhealthy endpoints already occupy
   * `UNHEALTHY_SOCKETS_MAX` sockets.
   */
  get freeForUnhealthyCount(): number {
    const unhealthy = Array.from(this.#occupied.values()).filter(({ healthy }) => !healthy).length
    return Math.max(0, Math.min(this.freeCount, UNHEALTHY_SOCKETS_MAX - unhealthy))
  }

  add(delivery: ClaimedDelivery, attempt: Promise<void>): void {
    this.#occupied.set(delivery, { attempt, healthy: delivery.healthy })
  }

  /**
   * Applies the result of an attempt to all sockets of its endpoint. Ignores `internal` errors, which the endpoint did
   * not cause.
   */
  observe({ delivery, result }: CompletedAttempt): void {
    if (result.errorClass === 'internal') return
    for (const [{ endpoint_id }, socket] of this.#occupied) {
      if (endpoint_id === delivery.endpoint_id) socket.healthy = result.errorClass === null
    }
  }

  release(delivery: ClaimedDelivery): void {
    this.#occupied.delete(delivery)
  }

  releaseAll(): void {
    this.#occupied.clear()
  }
}
