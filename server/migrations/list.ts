import type { Migration } from '@mikro-orm/migrations'
import { AddMerchant } from './0001-merchant.ts'
import { AddLedger } from './0002-ledger.ts'
import { AddCharge } from './0003-charge.ts'
import { AddRateLimit } from './0008-rate-limit.ts'
import { AddWebhook } from './0004-webhook.ts'
import { AddStaff } from './0005-staff.ts'
import { AddRefundAndDispute } from './0006-refund-and-dispute.ts'
import { AddReturnSettlement } from './0009-return-settlement.ts'
import { AddChargeSearch } from './0010-charge-search.ts'
import { AddSettlementAndPayout } from './0007-settlement-and-payout.ts'
import { AddBankAccount } from './0030-bank-account.ts'
import { AddFinanceDecides } from './0031-finance-decides.ts'
import { AddNameRest } from './0060-name-search.ts'
import { AddConsole } from './0020-console.ts'
import { AddWebhookReplay } from './0021-webhook-replay.ts'
import { AddSecondFactor } from './0070-second-factor.ts'
import { AddIdentityProvider } from './0075-identity-provider.ts'
import { AddAuditChain } from './0080-audit-chain.ts'
import { AddWebhookClaim } from './0040-webhook-claim.ts'
import { AddStaffAccess } from './0081-staff-access.ts'
import { PostInSets } from './0050-post-in-sets.ts'
import { ClaimByMerchant } from './0120-claim-by-merchant.ts'
import { AddWebhookEventFanOut } from './0041-webhook-event-fan-out.ts'
import { AddChargeMarks } from './0130-charge-marks.ts'
import { AddPasswordLink } from './0140-password-link.ts'
import { AddDeliveryFilters } from './0160-delivery-filters.ts'
import { AddFindByRequest } from './0161-find-by-request.ts'
import { AddPayoutByTime } from './0190-payout-by-time.ts'
import { AddFindByCancellation } from './0200-find-by-cancellation.ts'
import { ClaimByHealth } from './0210-claim-by-health.ts'
import { AddReplayOfEvents } from './0220-replay-of-events.ts'
import { AddEndpointDetails } from './0221-endpoint-details.ts'
import { AddJobFailure } from './0230-job-failure.ts'
import { AddCancelAsked } from './0231-cancel-asked.ts'
import { AddKnownNetwork } from './0240-known-network.ts'
import { AddPayoutKey } from './0250-payout-key.ts'

/** Every migration, in order. A landed one is never edited. */
export const MIGRATIONS: {
  name: string
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration
}[] = [
  { name: '0001-merchant', class: AddMerchant },
  { name: '0002-ledger', class: AddLedger },
  { name: '0003-charge', class: AddCharge },
  { name: '0004-webhook', class: AddWebhook },
  { name: '0005-staff', class: AddStaff },
  { name: '0006-refund-and-dispute', class: AddRefundAndDispute },
  { name: '0007-settlement-and-payout', class: AddSettlementAndPayout },
  { name: '0008-rate-limit', class: AddRateLimit },
  { name: '0009-return-settlement', class: AddReturnSettlement },
  { name: '0010-charge-search', class: AddChargeSearch },
  { name: '0020-console', class: AddConsole },
  { name: '0021-webhook-replay', class: AddWebhookReplay },
  { name: '0030-bank-account', class: AddBankAccount },
  { name: '0031-finance-decides', class: AddFinanceDecides },
  { name: '0040-webhook-claim', class: AddWebhookClaim },
  { name: '0041-webhook-event-fan-out', class: AddWebhookEventFanOut },
  { name: '0050-post-in-sets', class: PostInSets },
  { name: '0060-name-search', class: AddNameRest },
  { name: '0070-second-factor', class: AddSecondFactor },
  { name: '0075-identity-provider', class: AddIdentityProvider },
  { name: '0080-audit-chain', class: AddAuditChain },
  { name: '0081-staff-access', class: AddStaffAccess },
  { name: '0120-claim-by-merchant', class: ClaimByMerchant },
  { name: '0130-charge-marks', class: AddChargeMarks },
  { name: '0140-password-link', class: AddPasswordLink },
  { name: '0160-delivery-filters', class: AddDeliveryFilters },
  { name: '0161-find-by-request', class: AddFindByRequest },
  { name: '0190-payout-by-time', class: AddPayoutByTime },
  { name: '0200-find-by-cancellation', class: AddFindByCancellation },
  { name: '0210-claim-by-health', class: ClaimByHealth },
  { name: '0220-replay-of-events', class: AddReplayOfEvents },
  { name: '0221-endpoint-details', class: AddEndpointDetails },
  { name: '0230-job-failure', class: AddJobFailure },
  { name: '0231-cancel-asked', class: AddCancelAsked },
  { name: '0240-known-network', class: AddKnownNetwork },
  { name: '0250-payout-key', class: AddPayoutKey },
]
