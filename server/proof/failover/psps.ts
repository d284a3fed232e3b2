import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { simulatorSettings } from '../../stack/embedded-settings.ts'
import { findPaths } from '../../stack/paths.ts'
import { findFreePort } from '../../stack/ports.ts'
import type { Settings } from '../../stack/settings.ts'
import type { Program, Stack } from '../../bench/stack.ts'
import { fromReais } from '../../src/kernel/values/money.ts'
import { postJson } from '../post-json.ts'

/** The receiving accounts of the check: their ids and the dialects of their PSPs. */
export const ACCOUNTS = [
  { id: 'default', dialect: 'efi' },
  { id: 'second', dialect: 'banco-do-brasil' },
  { id: 'third', dialect: 'sicredi' },
] as const

/** How a PSP fails. With `kill`, the process of the PSP is killed. The other failures are faults of the simulator. */
export const FAILURES = [
  'kill',
  'timeout_before',
  'timeout_after',
  'drop',
  'http_401',
  'http_403',
  'http_500',
  'http_503',
  'slow',
] as const
export type Failure = (typeof FAILURES)[number]

/** The delay of the failure `slow` in milliseconds: the charge is created after the adapter has given up. */
const SLOW_MS = 8_000

/** The amounts are texts in reais, as in API Pix. */
const CobReport = z.object({
  cob: z.object({
    pix: z
      .array(
        z.object({
          valor: z.string(),
          devolucoes: z.array(z.object({ valor: z.string(), status: z.string() })).default([]),
        }),
      )
      .default([]),
  }),
})

const centsOf = (valor: string): bigint => fromReais(valor) ?? 0n

/** A simulated PSP in a process of its own, which keeps its charges on disk. */
export class Psp {
  readonly id: string
  readonly dialect: string
  readonly origin: string
  readonly #stack: Stack
  readonly #env: Settings
  readonly #paid: string[] = []
  #program: Program | undefined

  private constructor(stack: Stack, account: { id: string; dialect: string }, origin: string, env: Settings) {
    this.#stack = stack
    this.id = account.id
    this.dialect = account.dialect
    this.origin = origin
    this.#env = env
  }

  static async start(stack: Stack, account: { id: string; dialect: string }): Promise<Psp> {
    const paths = findPaths('.')
    const ports = { server: 0, postgres: 0, simulator: await findFreePort(), inbox: await findFreePort() }
    const folder = join(stack.dataDir, `psp-${account.id}`)
    mkdirSync(folder, { recursive: true })
    const psp = new Psp(stack, account, `http://127.0.0.1:${ports.simulator}`, {
      ...simulatorSettings(stack.settings, ports, paths),
      DATA_DIR: folder,
      SIMULATOR_STATE: 'file',
    })
    await psp.#run()
    return psp
  }

  get baseUrl(): string {
    return `${this.origin}/dialects/${this.dialect}/api/v2`
  }

  get tokenUrl(): string {
    return `${this.origin}/dialects/${this.dialect}/oauth/token`
  }

  /** Makes the PSP fail until `recover` is called. */
  async fail(failure: Failure): Promise<void> {
    if (failure === 'kill') {
      if (this.#program) process.kill(this.#program.pid, 'SIGKILL')
      await this.#program?.exited
      return
    }
    const delay = failure === 'slow' ? { delay_ms: SLOW_MS } : {}
    await postJson(`${this.origin}/simulator/faults`, { on: 'cob', mode: failure, ...delay })
  }

  async recover(failure: Failure): Promise<void> {
    if (failure === 'kill') return this.#run()
    await fetch(`${this.origin}/simulator/faults`, { method: 'DELETE' })
  }

  /** Returns whether the PSP has a charge. */
  async hasCob(txid: string): Promise<boolean> {
    const response = await fetch(`${this.origin}/simulator/cobs/${txid}`)
    await response.arrayBuffer()
    if (response.status !== 200 && response.status !== 404)
      throw new Error(
        `the PSP ${this.id} answered ${response.status} when it was asked for the charge ${txid}`,
      )
    return response.status === 200
  }

  /** Returns the number of charges that the PSP has. */
  async countCobs(): Promise<number> {
    const body: unknown = await (await fetch(`${this.origin}/simulator/cobs?limit=1`)).json()
    if (typeof body !== 'object' || body === null || !('total' in body))
      throw new Error(`the PSP ${this.id} did not return the number of its charges`)
    return Number(body.total)
  }

  /** Pays a charge. Returns whether the PSP accepted the payment. */
  async pay(chargeId: string): Promise<boolean> {
    const txid = chargeId.replaceAll('-', '')
    const isPaid = Object.keys(await postJson(`${this.origin}/simulator/pay`, { txid })).length > 0
    if (isPaid) this.#paid.push(txid)
    return isPaid
  }

  /**
   * Returns the sum that the PSP has received for the paid charges, and the sum that it has returned to payers, in
   * centavos.
   */
  async sums(): Promise<{ received: bigint; returned: bigint }> {
    const sums = { received: 0n, returned: 0n }
    for (const txid of this.#paid) {
      const response = await fetch(`${this.origin}/simulator/cobs/${txid}`)
      for (const { valor, devolucoes } of CobReport.parse(await response.json()).cob.pix) {
        sums.received += centsOf(valor)
        for (const one of devolucoes) if (one.status === 'DEVOLVIDO') sums.returned += centsOf(one.valor)
      }
    }
    return sums
  }

  async #run(): Promise<void> {
    const program = findPaths('.').program('simulator/main.js')
    this.#program = await this.#stack.start(`psp ${this.id}`, [program], this.#env)
  }
}
