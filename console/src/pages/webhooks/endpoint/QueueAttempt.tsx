import { AttemptTime } from '../../../shared/Attempts.tsx'
import type { Text } from '../../../lib/text.ts'
import { useText } from '../../../ui/preferences.tsx'
import { webhooks as texts } from '../texts.ts'

/** The time of an endpoint's next attempt, after `name`, or that an attempt is under way. */
export function QueueAttempt({ at, name }: { at: string | null; name?: Text }) {
  const t = useText()
  if (at === null) return t(texts.attemptNow)
  return (
    <>
      {name && t(name)} <AttemptTime at={at} />
    </>
  )
}
