import { systemClock } from '../../src/kernel/clock.ts'
import type { Runner } from './runner.ts'

/** A session that blocks the runner. `state` and `seconds` are null when the owner may not see other sessions. */
interface Blocker {
  pid: number
  application: string | null
  state: string | null
  /** The age of the transaction of the session, in seconds. */
  seconds: number | null
}

/** The query does not read query texts, because they may contain personal data. */
const BLOCKERS = `
  select pid, nullif(application_name, '') as application,
    case when backend_type = 'client backend' then state else backend_type end as state,
    extract(epoch from clock_timestamp() - xact_start)::integer as seconds
  from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start, pid`

/**
 * Waits for `work` of the runner's session. Meanwhile, every `everyMs` milliseconds, searches for sessions that block
 * the runner's session. If there are any, calls `onFound` with their description.
 */
export async function watchBlockers<T>(
  { watcher, pid }: Runner,
  everyMs: number,
  onFound: (blockers: string) => void,
  work: Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const watch = async (): Promise<void> => {
    for (;;) {
      await systemClock.sleep(everyMs, done.signal)
      if (done.signal.aborted) return
      const { rows } = await watcher.query<Blocker>(BLOCKERS, [pid])
      if (rows.length > 0) onFound(rows.map(describe).join('; '))
    }
  }
  const watching = watch()
  watching.catch(() => undefined)
  try {
    return await work
  } finally {
    done.abort()
    await watching.catch(() => undefined)
  }
}

function describe({ pid, application, state, seconds }: Blocker): string {
  const parts = [application, state ?? 'state not visible: grant pg_read_all_stats to the owner']
  if (seconds !== null) parts.push(`transaction open for ${seconds} s`)
  return `pid ${pid} (${parts.filter((part) => part !== null).join(', ')})`
}
