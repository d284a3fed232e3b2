import { oneOf } from '../../lib/search/one-of.ts'
import { CASE_KINDS, CASE_STATUSES, type CaseKind, type CaseStatus } from '../../lib/values/status.ts'

/** The filters of the case list in the URL. Without a status the list shows open cases. */
export type CaseSearch = { kind?: CaseKind; status?: CaseStatus }

export function parseCaseSearch(search: Record<string, unknown>): CaseSearch {
  const kind = oneOf(CASE_KINDS, search['kind'])
  const status = oneOf(CASE_STATUSES, search['status'])
  return { ...(kind && { kind }), ...(status && { status }) }
}
