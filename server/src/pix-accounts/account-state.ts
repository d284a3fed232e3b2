import type { CurrentFault } from '../pix/health/call-state.ts'
import type { CertificateEnd } from '../kernel/settings/certificate-ends.ts'

/** The state of the connection of an account in one process. */
export interface ConnectionState {
  /** Since when the circuit breaker has stopped calls to the PSP; undefined while it allows these calls. */
  breakerOpenSince: Date | undefined
  /** Why the last call to the PSP failed; undefined if the call succeeded. */
  fault: CurrentFault | undefined
  certificateEnds: readonly CertificateEnd[]
  /** Why the process does not use changed files with credentials; undefined if the process uses the current files. */
  credentialsFault: string | undefined
}

/** The state of an account in one process. */
export interface AccountState extends ConnectionState {
  accountId: string
  /** Since when new charges have avoided the account; undefined if new charges use it. */
  avoidedSince: Date | undefined
}

/** The state of a connection that made no call and has no certificate. */
export const UNUSED: ConnectionState = {
  breakerOpenSince: undefined,
  fault: undefined,
  certificateEnds: [],
  credentialsFault: undefined,
}

/** Returns when the client certificate of a connection expires; undefined without a certificate. */
export const clientCertificateEnd = ({ certificateEnds }: ConnectionState): Date | undefined =>
  certificateEnds.find(({ certificate }) => certificate === 'psp_client')?.endsAt
