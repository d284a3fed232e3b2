import type { Migration } from '@mikro-orm/migrations'
import { AddBaseline } from './0300-baseline.ts'
import { LimitRoles } from './0310-role-limits.ts'
import { LowerLockTimeout } from './0340-lock-timeout.ts'
import { AddAuditVerdict } from './0350-audit-verdict.ts'
import { AddCorrelationIds } from './0355-correlation-ids.ts'
import { AddReturnHold } from './0360-return-hold.ts'
import { AddPayoutLines } from './0400-payout-lines.ts'
import { IndexPayoutLinesDue } from './0401-payout-lines-due.ts'
import { IndexDisputes } from './0405-dispute-list.ts'
import { AddDisputeRequests } from './0406-dispute-requests.ts'
import { IndexDisputeDeadlines } from './0407-dispute-warnings.ts'
import { DescribeDisputeWarnings } from './0408-dispute-warned-at.ts'
import { HoldReturnsOfOldBackups } from './0420-hold-old-backups.ts'
import { AddReturnCorrelation } from './0421-return-correlation.ts'
import { RecordLastAnchor } from './0425-ledger-anchor.ts'
import { AddDisputeFiles } from './0430-dispute-files.ts'
import { IndexDisputeFileAge } from './0431-dispute-file-age.ts'
import { IndexEvidenceToForward } from './0432-evidence-to-forward.ts'
import { AllowNoticedDisputes } from './0440-dispute-origin.ts'
import { ValidateDisputeOrigin } from './0441-validate-dispute-origin.ts'
import { AddDisputeNotices } from './0442-dispute-notices.ts'
import { AddChargeKey } from './0445-charge-key.ts'
import { AddPayoutTotals } from './0446-payout-totals.ts'
import { AddMerchantCreationKey } from './0450-merchant-creation-key.ts'
import { AddStatementTotals } from './0460-statement-totals.ts'
import { AddRequestLog } from './0470-request-log.ts'
import { AddSandbox } from './0475-sandbox.ts'
import { AddEventFeed } from './0471-event-feed.ts'
import { IndexQrCode } from './0464-charge-qr-code.ts'
import { AddCancelActor } from './0480-charge-cancel-actor.ts'
import { IndexOpenCases } from './0481-open-cases.ts'
import { IndexFailedRefunds } from './0485-refund-failed.ts'
import { AddPixAccounts } from './0500-pix-accounts.ts'
import { AddPixAccountCalls } from './0501-pix-account-calls.ts'
import { IndexPaymentRecordedAt } from './0502-payment-recorded-at.ts'
import { IndexCaseLists } from './0520-case-lists.ts'
import { IndexExceptionsOfPayments } from './0521-exceptions-of-payments.ts'
import { AddPixAccountReports } from './0525-pix-account-reports.ts'
import { LogReasons } from './0561-log-reasons.ts'
import { AddCells } from './0960-cells.ts'
import { AuditLinkWithoutRowType } from './0980-audit-link-without-row-type.ts'
import { MoveMerchants } from './0984-move-merchants.ts'
import { ValidateMoveStates } from './0985-validate-move-states.ts'
import { DeleteReplacedSecrets } from './0986-delete-replaced-secrets.ts'
import { ListMovedEntries } from './0987-moved-entries.ts'
import { EndFreezes } from './0988-end-freezes.ts'
import { TryLockLedgers } from './0989-try-lock-ledgers.ts'
import { AddStepFunctions } from './0990-step-functions.ts'
import { IdentifyNameWords } from './0991-identify-name-words.ts'
import { IndexFailedRequests } from './0490-failed-requests.ts'
import { IndexReturnFinishedAt } from './0491-return-finished-at.ts'

/**
 * Every migration, in order. The list is append-only: to change the schema, add a file and an entry at the end. Never
 * change, rename or remove a released migration, because some databases have already applied it. This rule includes
 * the baseline and its `comment on` statements. See server/docs/decisions/0270-start-migrations-from-one-baseline.md.
 */
export const MIGRATIONS: {
  name: string
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration
}[] = [
  { name: '0300-baseline', class: AddBaseline },
  { name: '0310-role-limits', class: LimitRoles },
  { name: '0340-lock-timeout', class: LowerLockTimeout },
  { name: '0350-audit-verdict', class: AddAuditVerdict },
  { name: '0355-correlation-ids', class: AddCorrelationIds },
  { name: '0360-return-hold', class: AddReturnHold },
  { name: '0400-payout-lines', class: AddPayoutLines },
  { name: '0401-payout-lines-due', class: IndexPayoutLinesDue },
  { name: '0405-dispute-list', class: IndexDisputes },
  { name: '0406-dispute-requests', class: AddDisputeRequests },
  { name: '0407-dispute-warnings', class: IndexDisputeDeadlines },
  { name: '0408-dispute-warned-at', class: DescribeDisputeWarnings },
  { name: '0420-hold-old-backups', class: HoldReturnsOfOldBackups },
  { name: '0425-ledger-anchor', class: RecordLastAnchor },
  { name: '0430-dispute-files', class: AddDisputeFiles },
  { name: '0431-dispute-file-age', class: IndexDisputeFileAge },
  { name: '0432-evidence-to-forward', class: IndexEvidenceToForward },
  { name: '0440-dispute-origin', class: AllowNoticedDisputes },
  { name: '0441-validate-dispute-origin', class: ValidateDisputeOrigin },
  { name: '0442-dispute-notices', class: AddDisputeNotices },
  { name: '0445-charge-key', class: AddChargeKey },
  { name: '0446-payout-totals', class: AddPayoutTotals },
  { name: '0450-merchant-creation-key', class: AddMerchantCreationKey },
  { name: '0421-return-correlation', class: AddReturnCorrelation },
  { name: '0460-statement-totals', class: AddStatementTotals },
  { name: '0470-request-log', class: AddRequestLog },
  { name: '0475-sandbox', class: AddSandbox },
  { name: '0471-event-feed', class: AddEventFeed },
  { name: '0464-charge-qr-code', class: IndexQrCode },
  { name: '0485-refund-failed', class: IndexFailedRefunds },
  { name: '0500-pix-accounts', class: AddPixAccounts },
  { name: '0480-charge-cancel-actor', class: AddCancelActor },
  { name: '0481-open-cases', class: IndexOpenCases },
  { name: '0501-pix-account-calls', class: AddPixAccountCalls },
  { name: '0502-payment-recorded-at', class: IndexPaymentRecordedAt },
  { name: '0520-case-lists', class: IndexCaseLists },
  { name: '0521-exceptions-of-payments', class: IndexExceptionsOfPayments },
  { name: '0525-pix-account-reports', class: AddPixAccountReports },
  { name: '0960-cells', class: AddCells },
  { name: '0980-audit-link-without-row-type', class: AuditLinkWithoutRowType },
  { name: '0984-move-merchants', class: MoveMerchants },
  { name: '0985-validate-move-states', class: ValidateMoveStates },
  { name: '0986-delete-replaced-secrets', class: DeleteReplacedSecrets },
  { name: '0987-moved-entries', class: ListMovedEntries },
  { name: '0490-failed-requests', class: IndexFailedRequests },
  { name: '0491-return-finished-at', class: IndexReturnFinishedAt },
  { name: '0561-log-reasons', class: LogReasons },
  { name: '0988-end-freezes', class: EndFreezes },
  { name: '0989-try-lock-ledgers', class: TryLockLedgers },
  { name: '0990-step-functions', class: AddStepFunctions },
  { name: '0991-identify-name-words', class: IdentifyNameWords },
]
