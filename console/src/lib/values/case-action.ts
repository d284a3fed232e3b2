import type { CaseKind, CaseStatus } from './status.ts'

/** The facts of a case that decide who must act. */
export interface CaseFacts {
  kind: CaseKind
  status: CaseStatus
  exception: string | null
  isReturnOverdue: boolean
  dispute: { status: string } | null
}

/** Returns whether a person must act before the case can end. The other open cases end by themselves. */
export const caseNeedsPerson = ({ kind, status, exception, isReturnOverdue, dispute }: CaseFacts): boolean =>
  status === 'open' &&
  (exception !== null || isReturnOverdue || dispute?.status === 'open' || kind === 'block')
