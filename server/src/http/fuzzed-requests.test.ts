import { Agent, request } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { captureLog } from '../testing/captured-log.ts'
import { hostileRequest, type HostileRequest } from '../testing/suites/hostile-requests.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { measureMemoryBytes, MIB } from '../testing/suites/memory.ts'
import { World } from '../testing/world.ts'
import { ErrorShape } from './openapi/error-shape.ts'

/** The number of generated requests. `HOSTILE_REQUESTS=10000` sends 10000. */
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1_500)
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20261120)
const AT_ONCE = 32
const FAULTS_SHOWN = 5
/** The allowed growth of memory in bytes. The timing of garbage collection alone can cause this much. */
const GROWTH_MAX = 24 * MIB

const { log, errors } = captureLog('warn')
let world: World
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
beforeAll(async () => {
  world = await World.start({ log })
})
afterAll(async () => {
  agent.destroy()
  await world.stop()
})

interface Answered {
  status: number
  type: string
  text: string
}

function send({ method, path, headers, body }: HostileRequest): Promise<Answered> {
  const { hostname, port } = new URL(world.baseUrl)
  const framing = 'transfer-encoding' in headers || !body ? {} : { 'content-length': body.length }
  const authorization = `Bearer ${world.key}`
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...framing, authorization } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.setTimeout(60_000, () => sent.destroy(new Error('no response within 60 s')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns what is wrong with a response; undefined if the response is valid. */
function faultOf({ status, type, text }: Answered, method: string): string | undefined {
  if (status >= 500) return `answered ${status} ${text}`
  if (status < 400 || method === 'HEAD') return undefined
  if (!type.startsWith('application/json')) return `answered ${status} as ${type}`
  return ErrorShape.safeParse(JSON.parse(text)).success ? undefined : `answered ${status} ${text}`
}

test('every route answers any request with a success or a documented error, and never with internal_error', async () => {
  const requests = fc.sample(hostileRequest, { numRuns: REQUESTS, seed: SEED })
  const faults: string[] = []
  const run = (batch: HostileRequest[]) =>
    inParallel(batch, AT_ONCE, async (hostile) => {
      const fault = await send(hostile).then(
        (answer) => faultOf(answer, hostile.method),
        (error: unknown) => String(error),
      )
      if (fault)
        faults.push(`${fault} to ${JSON.stringify({ ...hostile, body: String(hostile.body).slice(0, 120) })}`)
    })
  const [warmUp, rest] = [requests.slice(0, REQUESTS / 3), requests.slice(REQUESTS / 3)]
  await run(warmUp)
  const before = measureMemoryBytes()
  await run(rest)
  expect(measureMemoryBytes() - before).toBeLessThan(GROWTH_MAX)
  expect(faults.slice(0, FAULTS_SHOWN)).toEqual([])
  expect(errors()).toEqual([])
  expect(await sql(world.context(), `select to_regclass('charge') is not null as stands`)).toEqual([
    { stands: true },
  ])
})
