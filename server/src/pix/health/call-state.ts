import type { Clock } from '../../kernel/clock.ts'

/** Why the last calls to a PSP failed. The first five of these faults persist until an operator or the PSP acts. */
export const CALL_FAULTS = [
  'certificate_expired',
  'client_certificate_refused',
  'psp_certificate_refused',
  'token_refused',
  'access_refused',
  'overloaded',
  'error_status',
  'no_answer',
] as const
export type CallFault = (typeof CALL_FAULTS)[number]

/** The fault of the last call to a PSP, and the time since which every call has ended with this fault. */
export interface CurrentFault {
  fault: CallFault
  since: Date
}

/** Stores the fault of the last calls to a PSP. */
export class CallState {
  readonly #clock: Clock
  #current: CurrentFault | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns the fault of the last call; undefined if the PSP executed or refused this call, or if there was no call.
   */
  fault(): CurrentFault | undefined {
    return this.#current
  }

  /** Records the fault of a call; undefined for a call without a fault. */
  report(fault: CallFault | undefined): void {
    if (fault === this.#current?.fault) return
    this.#current = fault && { fault, since: this.#clock.now() }
  }
}
