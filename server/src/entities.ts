import { ApiKey } from './api-keys/api-key.entity.ts'
import { AuditHead } from './audit/audit-chain.entity.ts'
import { AuditLink } from './audit/audit-chain.entity.ts'
import { AuditEntry } from './audit/audit-entry.entity.ts'
import { StoredAuditVerdict } from './audit/audit-verdict.entity.ts'
import { FinancialCase } from './cases/financial-case.entity.ts'
import { CellApiKey } from './cells/cell-api-key.entity.ts'
import { CellIdentity } from './cells/cell-identity.entity.ts'
import { CellMerchant } from './cells/cell-merchant.entity.ts'
import { StoredCell } from './cells/cell.entity.ts'
import { DirectoryHead } from './cells/directory-head.entity.ts'
import { MerchantChange } from './cells/move/merchant-change.entity.ts'
import { MerchantMove } from './cells/move/merchant-move.entity.ts'
import { MovedCharge } from './cells/move/moved-charge.entity.ts'
import { MovedPayment } from './cells/move/moved-payment.entity.ts'
import { ChargeNameWord } from './charges/charge-name-word.entity.ts'
import { Charge } from './charges/charge.entity.ts'
import { Payment } from './charges/payment.entity.ts'
import { DisputeRequest } from './disputes/answers/dispute-request.entity.ts'
import { Dispute } from './disputes/dispute.entity.ts'
import { DisputeFile } from './disputes/files/dispute-file.entity.ts'
import { DisputeNotice } from './disputes/notices/dispute-notice.entity.ts'
import { ReconciliationException } from './exceptions/exception.entity.ts'
import { FileStore } from './files/file-store.entity.ts'
import { RateLimit } from './http/rate-limit.entity.ts'
import { InboxMessage } from './inbox/network-inbox.entity.ts'
import { NetworkListing } from './inbox/network-listing.entity.ts'
import { NetworkSweep } from './inbox/network-sweep.entity.ts'
import { JobFailure } from './kernel/jobs/job-failure.entity.ts'
import { JobSchedule } from './kernel/jobs/job-schedule.entity.ts'
import { JournalEntry, JournalLine } from './ledger/journal.entity.ts'
import { LedgerAccount } from './ledger/ledger-account.entity.ts'
import { LedgerHead } from './ledger/ledger-head.entity.ts'
import { LastAnchor } from './ledger/anchors/last-anchor.entity.ts'
import { MovedEntry } from './ledger/anchors/moved-entry.entity.ts'
import { LedgerVerdict } from './ledger/verify/ledger-verdict.entity.ts'
import { MerchantBankAccount } from './merchants/merchant-bank-account.entity.ts'
import { MerchantTerms } from './merchants/merchant-terms.entity.ts'
import { Merchant } from './merchants/merchant.entity.ts'
import { MerchantPixAccount } from './pix-accounts/merchant-pix-account.entity.ts'
import { PixAccountHour } from './pix-accounts/pix-account-hour.entity.ts'
import { PixAccountReport } from './pix-accounts/pix-account-report.entity.ts'
import { PixAccountSecret } from './pix-accounts/pix-account-secret.entity.ts'
import { PixAccount } from './pix-accounts/pix-account.entity.ts'
import { PayoutLineBlockTotal } from './payouts/lines/payout-line-block-total.entity.ts'
import { PayoutLineBlock } from './payouts/lines/payout-line-block.entity.ts'
import { PayoutLineRange } from './payouts/lines/payout-line-range.entity.ts'
import { Payout } from './payouts/payout.entity.ts'
import { Refund } from './refunds/refund.entity.ts'
import { LoggedRequest } from './request-log/logged-request.entity.ts'
import { ReturnHold } from './returns/hold/return-hold.entity.ts'
import { NetworkReturn } from './returns/network-return.entity.ts'
import { SandboxCob } from './sandbox/network/sandbox-cob.entity.ts'
import { SandboxPix } from './sandbox/network/sandbox-pix.entity.ts'
import { SandboxReturn } from './sandbox/network/sandbox-return.entity.ts'
import { SandboxStep } from './sandbox/network/sandbox-step.entity.ts'
import { SandboxAccount } from './sandbox/sandbox-account.entity.ts'
import { StaffProviderSignIn } from './staff/identity-provider/provider-sign-in.entity.ts'
import { StaffIdentity } from './staff/identity-provider/staff-identity.entity.ts'
import { StaffInvitation } from './staff/invitations/staff-invitation.entity.ts'
import { StaffPasswordLink } from './staff/passwords/staff-password-link.entity.ts'
import { StaffRecoveryCode } from './staff/second-factor/recovery-code.entity.ts'
import { StaffTotp } from './staff/second-factor/staff-totp.entity.ts'
import { StaffSession } from './staff/sessions/staff-session.entity.ts'
import { StaffSignIn } from './staff/sign-in/staff-sign-in.entity.ts'
import { Staff } from './staff/staff.entity.ts'
import { StaffKnownNetwork } from './staff/throttle/known-network.entity.ts'
import { SignInThrottle } from './staff/throttle/sign-in-throttle.entity.ts'
import { StaffView } from './staff/views/staff-view.entity.ts'
import { StatementBlockTotal } from './statement/totals/statement-block-total.entity.ts'
import { WebhookAttempt } from './webhooks/deliveries/attempt.entity.ts'
import { WebhookDelivery } from './webhooks/deliveries/delivery.entity.ts'
import { WebhookEndpoint } from './webhooks/endpoints/endpoint.entity.ts'
import { WebhookEvent } from './webhooks/events/event.entity.ts'
import { EventFeedHead, EventFeedItem, UnsequencedEvent } from './webhooks/feed/event-feed.entity.ts'
import { WebhookEndpointHour } from './webhooks/health/endpoint-hour.entity.ts'
import { WebhookReplayItem } from './webhooks/replays/webhook-replay-item.entity.ts'
import { WebhookReplay } from './webhooks/replays/webhook-replay.entity.ts'
import { WriteOff } from './write-offs/write-off.entity.ts'

/** The entity of every table. */
export const ENTITIES = [
  Merchant,
  JournalEntry,
  JournalLine,
  FinancialCase,
  Charge,
  Payment,
  Refund,
  Dispute,
  DisputeNotice,
  DisputeRequest,
  DisputeFile,
  FileStore,
  Payout,
  PayoutLineBlock,
  PayoutLineBlockTotal,
  PayoutLineRange,
  StatementBlockTotal,
  WriteOff,
  ReconciliationException,
  ApiKey,
  StoredCell,
  CellIdentity,
  CellMerchant,
  CellApiKey,
  DirectoryHead,
  MerchantMove,
  MerchantChange,
  MovedCharge,
  MovedPayment,
  MovedEntry,
  Staff,
  StaffView,
  WebhookEvent,
  WebhookReplay,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  AuditEntry,
  AuditLink,
  AuditHead,
  StoredAuditVerdict,
  ChargeNameWord,
  JobFailure,
  JobSchedule,
  LedgerAccount,
  LedgerHead,
  LastAnchor,
  LedgerVerdict,
  MerchantBankAccount,
  MerchantTerms,
  PixAccount,
  PixAccountSecret,
  PixAccountHour,
  PixAccountReport,
  MerchantPixAccount,
  InboxMessage,
  NetworkListing,
  NetworkSweep,
  NetworkReturn,
  ReturnHold,
  RateLimit,
  LoggedRequest,
  SignInThrottle,
  StaffKnownNetwork,
  StaffIdentity,
  StaffProviderSignIn,
  StaffInvitation,
  StaffPasswordLink,
  StaffRecoveryCode,
  StaffTotp,
  StaffSession,
  StaffSignIn,
  WebhookEndpointHour,
  WebhookReplayItem,
  SandboxAccount,
  SandboxCob,
  SandboxPix,
  SandboxReturn,
  SandboxStep,
  UnsequencedEvent,
  EventFeedHead,
  EventFeedItem,
]
