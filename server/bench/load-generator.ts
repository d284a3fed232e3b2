import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { Result, type Job } from './load/jobs.ts'

const Answer = z.union([z.object({ result: Result }), z.object({ error: z.string() })])

/** The load generator's process, one job at a time. */
export class LoadGenerator {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  constructor(child: ChildProcess) {
    this.#child = child
    this.#ended = new Promise((_, reject) => {
      child.once('exit', () => reject(new Error('bench: the load generator has ended')))
    })
    this.#ended.catch(() => undefined)
  }

  /** @throws when the job itself broke, or any of its calls failed. */
  async run(job: Job): Promise<Result> {
    const answered = new Promise<unknown>((resolve) => this.#child.once('message', resolve))
    this.#child.send(job)
    const answer = Answer.parse(await Promise.race([answered, this.#ended]))
    if ('error' in answer) throw new Error(`bench: ${job.kind}: ${answer.error}`)
    const { failures, failure, count } = answer.result
    if (failures > 0) throw new Error(`bench: ${job.kind}: ${failures} failed beside ${count}: ${failure}`)
    return answer.result
  }
}
