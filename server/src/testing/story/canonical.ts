import { createHash } from 'node:crypto'
import { encodeBrCode } from '../../../simulator/br-code.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { readBrCode, writeBrCode } from '../../pix/br-code.ts'

/** The time at which every recorded story begins. */
export const STORY_START = new Date('2026-11-20T12:00:00.000Z')

const hash = (name: string): Buffer => createHash('sha256').update(name).digest()
const letters = (name: string, length: number): string => hash(name).toString('hex').slice(0, length)

/** The published values of members whose values differ between runs, by member name. */
const FIXED: Record<string, unknown> = {
  next_cursor: 'WyJjaGFyZ2VzLnYxIl0.u5nXyXo3',
  prefix: 'svc_live_4fZ81kQx0aBc',
  latency_ms: 84,
  duration_ms: 84,
  timings: { dns_ms: 3, connect_ms: 11, tls_ms: 24, first_byte_ms: 46 },
  remote_address: '203.0.113.7',
  response_headers: { 'content-type': 'application/json', date: 'Fri, 20 Nov 2026 12:00:05 GMT' },
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const PATTERNS: readonly [RegExp, (n: number) => string][] = [
  [/evt_[0-9A-Z]{26}/g, (n) => `evt_01JD0M3Q4S${letters(`event ${n}`, 16).toUpperCase()}`],
  [/\bE\d{20}[0-9A-Za-z]{11}\b/g, (n) => `E12345678202611201200${letters(`payment ${n}`, 11)}`],
  [/\bD\d{20}[0-9A-Za-z]{11}\b/g, (n) => `D12345678202611211200${letters(`return ${n}`, 11)}`],
  [/whsec_[\w-]+/g, (n) => `whsec_${hash(`secret ${n}`).toString('base64url').slice(0, 32)}`],
]

/**
 * Replaces the values of a recording that differ between runs: ids, times, secrets and durations. Equal values are
 * replaced by equal values, so the result shows which values belong together.
 */
export class Canonical {
  readonly #names = new Map<string, string>()
  readonly #shiftMs: number
  #secretLast4 = ''

  /**
   * `startedAt` becomes `STORY_START`. `texts` maps other texts to their replacement, such as the URL of the receiver.
   */
  constructor(
    startedAt: Date,
    private readonly texts: ReadonlyMap<string, string>,
  ) {
    this.#shiftMs = STORY_START.getTime() - startedAt.getTime()
  }

  of(value: unknown, name = ''): unknown {
    if (value !== null && FIXED[name] !== undefined) return FIXED[name]
    if (typeof value === 'string') return this.#text(value, name)
    if (Array.isArray(value)) return value.map((item) => this.of(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, this.of(inner, member)]),
    )
  }

  #text(value: string, name: string): string {
    if (name === 'qr_code_payload') return this.#brCode(value)
    if (name === 'secret_last4') return this.#secretLast4
    let text = value
    for (const [from, to] of this.texts) text = text.replaceAll(from, to)
    text = text.replaceAll(UUID, (uuid) => this.#uuid(uuid))
    text = text.replaceAll(/\b[0-9a-f]{32}\b/g, (hex) => this.#uuid(withDashes(hex)).replaceAll('-', ''))
    text = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => this.#time(time))
    text = text.replaceAll(/^\d{4}-\d\d-\d\d$/g, (day) => this.#time(`${day}T12:00:00.000Z`).slice(0, 10))
    for (const [pattern, make] of PATTERNS)
      text = text.replaceAll(pattern, (found) => this.#name(found, pattern.source, make))
    if (name === 'signing_secret') this.#secretLast4 = text.slice(-4)
    return text
  }

  #name(found: string, kind: string, make: (n: number) => string): string {
    const known = this.#names.get(found)
    if (known !== undefined) return known
    const count = Array.from(this.#names.keys()).filter((key) => new RegExp(kind).test(key)).length
    this.#names.set(found, make(count + 1))
    return make(count + 1)
  }

  #uuid(found: string): string {
    return this.#name(found, UUID.source, (n) =>
      uuidV7(new Date(STORY_START.getTime() + n * 1_000), hash(`uuid ${n}`)),
    )
  }

  #time(time: string): string {
    return new Date(new Date(time).getTime() + this.#shiftMs).toISOString()
  }

  #brCode(code: string): string {
    const location = this.#name(`location ${code}`, '^location ', (n) => letters(`location ${n}`, 32))
    const amount = readBrCode(code)?.amount
    const shown = {
      location: `pix.example/qr/v2/${location}`,
      merchantName: 'LOJA EXEMPLO',
      merchantCity: 'SAO PAULO',
    }
    return amount === undefined ? (writeBrCode(shown) ?? '') : encodeBrCode({ ...shown, valor: amount })
  }
}

const withDashes = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
