import { Link } from '@tanstack/react-router'
import { auditTarget } from './texts.ts'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import { useText } from '../../ui/preferences.tsx'

/** The target of an audit entry. It is a link if the target has a page in the console. */
export function TargetLink({ entry }: { entry: AuditFieldsFragment }) {
  const t = useText()
  const { targetType, targetId, merchant } = entry
  const kind = t(named(auditTarget, targetType))
  if (targetId === null) return kind
  const name = `${kind} ${targetId}`
  const search = merchant ? { merchant: merchant.id } : {}
  if (targetType === 'charge')
    return (
      <Link to="/charges/$chargeId" params={{ chargeId: targetId }} search={search}>
        {name}
      </Link>
    )
  if (targetType === 'merchant')
    return (
      <Link to="/merchants/$merchantId" params={{ merchantId: targetId }}>
        {name}
      </Link>
    )
  if (targetType === 'staff')
    return (
      <Link to="/users/$staffId" params={{ staffId: targetId }}>
        {name}
      </Link>
    )
  return <span className="mono">{name}</span>
}
