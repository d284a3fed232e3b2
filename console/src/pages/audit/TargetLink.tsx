import { Link } from '@tanstack/react-router'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'

/** What a line is about, and the way there where it has a page. */
export function TargetLink({ line }: { line: AuditFieldsFragment }) {
  const { targetType, targetId, merchant } = line
  if (targetId === null) return targetType
  const name = `${targetType} ${targetId}`
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
