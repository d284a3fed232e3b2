import { Pool } from 'undici'
import type { Job, Result } from './jobs.ts'
import { inLoops, Tally } from './tally.ts'

/** Sends the requests in turn, each connection one after the other; any answer but 200 is a failure. */
export async function repeatRequests(job: Extract<Job, { kind: 'requests' }>): Promise<Result> {
  const pool = new Pool(job.origin, { connections: job.connections })
  let tally = new Tally()
  let next = 0
  const step = async (): Promise<'more'> => {
    const request = job.requests[next++ % job.requests.length]
    if (request) await tally.time(() => ask(pool, request))
    return 'more'
  }
  // The first round fills caches and opens connections; it does not count.
  await inLoops({ seconds: 0.3, connections: job.connections }, step)
  const warmUp = tally
  tally = new Tally()
  if (warmUp.failures === 0) await inLoops(job, step)
  await pool.close()
  return warmUp.failures === 0 ? tally.result() : warmUp.result()
}

async function ask(
  pool: Pool,
  { path, headers, body }: { path: string; headers: Record<string, string>; body?: string | undefined },
): Promise<void> {
  const answer = await pool.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  if (body !== undefined && text.includes('"errors":[')) throw new Error(`${path}: ${text}`)
}
