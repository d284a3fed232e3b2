import type { Context } from '../context.ts'

/**
 * Records a run of a job as the root span of its trace. A run that found no rows and called no other system records no
 * span. Rethrows the error of the run.
 */
export async function traceRun<Found extends number | undefined>(
  { tracing, correlationId }: Context,
  job: string,
  run: () => Promise<Found>,
): Promise<Found> {
  const span = tracing.start(correlationId, { name: `job ${job}`, kind: 'internal', parent: 'none' })
  if (!span) return run()
  try {
    const found = await run()
    if (found) span.end({ attributes: { 'pix.job.found': found } })
    else span.endIfUsed()
    return found
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}
