import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/session.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { useText } from '../../ui/preferences.tsx'

/** The name, the e-mail and the role of the signed-in person. */
export function OwnName() {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  if (me == null) return null
  return (
    <>
      <strong>{me.name}</strong> · <span className="reference">{me.email}</span> · {t(named(roles, me.role))}
    </>
  )
}
