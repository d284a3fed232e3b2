import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { Drain } from './drain.ts'

/** Starts a server whose responses the test sends, with a clock whose sleeps the test ends. */
async function start() {
  const responses: ServerResponse[] = []
  const server = createServer()
  const sleeps: { ms: number; end(): void }[] = []
  const sleep = (ms: number): Promise<void> => new Promise((end) => void sleeps.push({ ms, end }))
  const drain = new Drain(server, { now: () => systemClock.now(), sleep })
  server.on('request', (_request, response: ServerResponse) => void responses.push(response))
  server.keepAliveTimeout = 600_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const request = async (path = '/'): Promise<{ connection: string | undefined; body: string }> => {
    const sent = get({ port, path, host: '127.0.0.1', agent })
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('BUG: no response')
    return { connection: response.headers.connection, body: await text(response) }
  }
  const arrived = (count: number) => expect.poll(() => responses.length).toBe(count)
  /** Waits until the server has slept for these times, and ends each sleep. */
  const endSleeps = async (times: readonly number[]): Promise<void> => {
    for (const [n, ms] of times.entries()) {
      await expect.poll(() => sleeps[n]?.ms).toBe(ms)
      sleeps[n]?.end()
    }
  }
  return { drain, responses, sleeps, endSleeps, request, arrived }
}

const TIMES = { delayMs: 3_000, totalMs: 9_000 }

test('after the stop signal, open and new requests are answered with Connection: close during the delay', async () => {
  const { drain, responses, sleeps, endSleeps, request, arrived } = await start()
  const before = request()
  await arrived(1)
  const stopped = drain.stop(TIMES)
  const during = request()
  await arrived(2)
  for (const response of responses) response.end('done')
  expect(await before).toEqual({ connection: 'close', body: 'done' })
  expect(await during).toEqual({ connection: 'close', body: 'done' })
  expect(sleeps.map(({ ms }) => ms)).toEqual([3_000])
  await endSleeps([3_000, 500])
  await stopped
})

test('after the delay, the server refuses connections and stops when the open requests have ended', async () => {
  const { drain, responses, endSleeps, request, arrived } = await start()
  const kept = request()
  await arrived(1)
  responses[0]?.end('done')
  expect(await kept).toEqual({ connection: 'keep-alive', body: 'done' })
  const streamed = request()
  await arrived(2)
  responses[1]?.write('begun, ')
  const stopped = drain.stop(TIMES)
  await endSleeps([3_000, 500])
  await expect.poll(() => request().catch((error: Error) => error.message)).toContain('ECONNREFUSED')
  responses[1]?.end('ended')
  expect((await streamed).body).toBe('begun, ended')
  // The third sleep limits the time of open requests, and the test never ends this sleep. So only the end of the last
  // request can resolve this promise.
  await stopped
})

test('a request that is still open after `totalMs` loses its connection', async () => {
  const { drain, endSleeps, request, arrived } = await start()
  const lost = request()
  await arrived(1)
  const stopped = drain.stop(TIMES)
  await endSleeps([3_000, 500, 5_500])
  await stopped
  await expect(lost).rejects.toThrow('socket hang up')
})

test('after the delay, the server accepts requests until only health checks arrive', async () => {
  const { drain, responses, sleeps, endSleeps, request, arrived } = await start()
  const stopped = drain.stop(TIMES)
  await endSleeps([3_000])
  await expect.poll(() => sleeps.length).toBe(2)
  const late = request()
  await arrived(1)
  responses[0]?.end('done')
  expect((await late).body).toBe('done')
  sleeps[1]?.end()
  await expect.poll(() => sleeps.length).toBe(3)
  const check = request('/readyz')
  await arrived(2)
  responses[1]?.end('not ready')
  await check
  sleeps[2]?.end()
  await stopped
  expect(sleeps.map(({ ms }) => ms)).toEqual([3_000, 500, 500, 5_000])
})
