import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { ApiPixSettings, WithTimeout } from '../api-pix.ts'
import type { PixFetch } from '../http-call.ts'
import { parseJson } from '../json.ts'
import { isOk, type NetworkCall } from '../network-call.ts'
import { openCalls } from '../api-pix.ts'
import type { Profile, ProfileOperation } from '../profiles/profile.ts'
import { STANDARD } from '../profiles/profiles.ts'

/**
 * `holds`: the PSP answers as its profile says. `deviates`: the answer differs from the profile, but the service can
 * use it. `fails`: the service cannot use the answer.
 */
export type CheckResult = 'holds' | 'deviates' | 'fails' | 'skipped'

/** One line of the report. A row contains no value of a body, a header or a URL. */
export interface CheckRow {
  step: string
  result: CheckResult
  /** The status of the answer; undefined without an answer. */
  status: number | undefined
  /** The duration of the call in milliseconds, if the step is one call. */
  ms?: number
  notes: string[]
}

/** The answer of the PSP to one call of the check. */
export interface CheckAnswer {
  status: number | undefined
  /** The body of the response, if this body is a JSON object. */
  body: Record<string, unknown> | undefined
  text: string | undefined
  /** The duration in milliseconds, with the token request if there was one. */
  ms: number
}

/** Calls the PSP and records the statuses of its answers, also of those that the adapter does not pass on. */
export class CheckCalls {
  readonly profile: Profile
  readonly #withTimeout: WithTimeout
  readonly #clock: Clock
  #status: number | undefined
  #tokenStatus: number | undefined

  constructor(settings: ApiPixSettings) {
    this.profile = settings.profile ?? STANDARD
    this.#clock = settings.clock
    const fetch: PixFetch = async (url, init) => {
      const response = await settings.fetch(url, init)
      if (url.split('?')[0] === settings.tokenUrl.split('?')[0]) this.#tokenStatus = response.status
      else this.#status = response.status
      return response
    }
    this.#withTimeout = openCalls({ ...settings, fetch })
  }

  /** The status of the last token request; undefined without an answer. */
  get tokenStatus(): number | undefined {
    return this.#tokenStatus
  }

  async call(call: NetworkCall): Promise<CheckAnswer> {
    this.#status = undefined
    const startedAt = this.#clock.now()
    const answer = await this.#withTimeout((callNetwork) => callNetwork(call))
    const text = answer.kind === 'answered' ? answer.text : undefined
    const body = z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data
    return { status: this.#status, body, text, ms: this.#clock.now().getTime() - startedAt.getTime() }
  }

  /**
   * Returns the report row of an answer. The profile lists the expected statuses; `faults` are the faults of the body.
   */
  row(
    step: string,
    operation: ProfileOperation,
    { status, ms }: CheckAnswer,
    faults: string[] = [],
  ): CheckRow {
    const expected = this.profile.success[operation]
    if (status === undefined) return { step, result: 'fails', status, ms, notes: ['no answer'] }
    if (!isOk(status))
      return { step, result: 'fails', status, ms, notes: [`expected ${expected.join(' or ')}`] }
    if (faults.length > 0) return { step, result: 'fails', status, ms, notes: faults }
    return expected.includes(status)
      ? { step, result: 'holds', status, ms, notes: [] }
      : { step, result: 'deviates', status, ms, notes: [`the profile says ${expected.join(' or ')}`] }
  }
}
