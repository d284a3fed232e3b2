import type { AuditEntryQuery } from '../../api/generated/graphql.ts'
import { auditActor } from '../../lib/i18n/people/audit.ts'
import type { Text } from '../../lib/text.ts'
import { deviceOf } from '../../lib/values/device.ts'

type Entry = Pick<NonNullable<AuditEntryQuery['auditEntry']>, 'actor' | 'userAgent'>

/**
 * Returns the device of an audit entry: the command line, the browser with the operating system, or an unknown user
 * agent as it is. Returns a dash if the entry has no user agent.
 */
export function deviceText({ actor, userAgent }: Entry): Text {
  if (actor === 'cli') return auditActor.cli
  const device = deviceOf(userAgent) ?? userAgent ?? '—'
  return [device, device]
}
