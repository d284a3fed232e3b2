import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { ApiPixSettings, WithTimeout } from '../api-pix.ts'
import type { PixFetch } from '../http-call.ts'
import { parseJson } from '../json.ts'
import { isOk, type NetworkCall } from '../network-call.ts'
import { openCalls } from '../api-pix.ts'
import { METHOD_OF, type Profile, type ProfileOperation } from '../profiles/profile.ts'
import { STANDARD } from '../profiles/profiles.ts'
import { readViolations } from '../profiles/read-body.ts'

/**
 * `holds`: the PSP answers as its profile says. `deviates`: the answer differs from the profile, but the service can
 * use it. `fails`: the service cannot use the answer. `skipped`: the step was not run.
 */
export type CheckResult = 'holds' | 'deviates' | 'fails' | 'skipped'

/** One line of the report. A row contains no value of a body, a header or a URL. */
export interface CheckRow {
  step: string
  /** The method and the path of the call, as API Pix names them; undefined if the step is no call. */
  call?: string
  result: CheckResult
  /** The status of the answer; undefined without an answer. */
  status: number | undefined
  /** The duration of the call in milliseconds, if the step is one call. */
  ms?: number
  notes: string[]
}

/** The answer of the PSP to one call of the check. */
export interface CheckAnswer {
  /** The operation that the call performs. */
  operation: ProfileOperation
  status: number | undefined
  /** The body of the response, if this body is a JSON object. */
  body: Record<string, unknown> | undefined
  text: string | undefined
  /** The duration of the call in milliseconds, without the token request. */
  ms: number
}

/** Calls the PSP and records the statuses of its answers, also of those that the adapter does not pass on. */
export class CheckCalls {
  readonly profile: Profile
  readonly #withTimeout: WithTimeout
  readonly #clock: Clock
  #status: number | undefined
  #token: { status: number; ms: number } | undefined

  constructor(settings: ApiPixSettings) {
    this.profile = settings.profile ?? STANDARD
    this.#clock = settings.clock
    const fetch: PixFetch = async (url, init) => {
      const startedAt = this.#clock.now()
      const response = await settings.fetch(url, init)
      const { status } = response
      if (url.split('?')[0] === settings.tokenUrl.split('?')[0])
        this.#token = { status, ms: this.#msSince(startedAt) }
      else this.#status = status
      return response
    }
    this.#withTimeout = openCalls({ ...settings, fetch })
  }

  /** The status and the duration of the last token request; undefined without an answer. */
  get token(): { status: number; ms: number } | undefined {
    return this.#token
  }

  async call(operation: ProfileOperation, call: NetworkCall): Promise<CheckAnswer> {
    this.#status = undefined
    const tokenBefore = this.#token
    const startedAt = this.#clock.now()
    const answer = await this.#withTimeout((callNetwork) => callNetwork(call))
    const tokenMs = this.#token === tokenBefore ? 0 : (this.#token?.ms ?? 0)
    const text = answer.kind === 'answered' ? answer.text : undefined
    const body = z.record(z.string(), z.unknown()).safeParse(parseJson(text)).data
    return { operation, status: this.#status, body, text, ms: this.#msSince(startedAt) - tokenMs }
  }

  #msSince(startedAt: Date): number {
    return this.#clock.now().getTime() - startedAt.getTime()
  }

  /**
   * Returns the report row of an answer. The profile lists the expected statuses; `faults` are the faults of the body.
   */
  row(step: string, { operation, status, body, ms }: CheckAnswer, faults: string[] = []): CheckRow {
    const expected = this.profile.success[operation]
    const row = { step, call: METHOD_OF[operation], status, ms }
    if (status === undefined) return { ...row, result: 'fails', notes: ['no answer'] }
    if (!isOk(status)) {
      const error = errorOf(this.profile, body)
      return { ...row, result: 'fails', notes: [`expected ${expected.join(' or ')}`, ...error] }
    }
    if (faults.length > 0) return { ...row, result: 'fails', notes: faults }
    return expected.includes(status)
      ? { ...row, result: 'holds', notes: [] }
      : { ...row, result: 'deviates', notes: [`the profile says ${expected.join(' or ')}`] }
  }
}

/** The beginning of the types of errors that API Pix defines. */
const ERROR_TYPE = /^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/([A-Za-z]{1,60})$/
const MEMBER_NAME_CHARS_MAX = 60
const MEMBER_NAME = /^[A-Za-z_]+(?:\.[A-Za-z_]+)*$/

/** Returns the type of an error of API Pix and the members that it names, without their values. */
function errorOf(profile: Profile, body: Record<string, unknown> | undefined): string[] {
  const [, type] = ERROR_TYPE.exec(String(body?.['type'])) ?? []
  const members = readViolations(profile, body ?? {})
    .map(({ propriedade }) => propriedade)
    .filter((name) => name.length <= MEMBER_NAME_CHARS_MAX && MEMBER_NAME.test(name))
  if (type === undefined) return members
  return [members.length === 0 ? type : `${type} (${members.join(', ')})`]
}
