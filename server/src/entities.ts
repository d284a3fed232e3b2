import { ApiKey } from './api-keys/api-key.entity.ts'
import { FinancialCase } from './cases/financial-case.entity.ts'
import { Charge } from './charges/charge.entity.ts'
import { Payment } from './charges/payment.entity.ts'
import { Dispute } from './disputes/dispute.entity.ts'
import { JournalEntry, JournalLine } from './ledger/journal.entity.ts'
import { Merchant } from './merchants/merchant.entity.ts'
import { Payout } from './payouts/payout.entity.ts'
import { WriteOff } from './write-offs/write-off.entity.ts'
import { ReconciliationException } from './exceptions/exception.entity.ts'
import { Refund } from './refunds/refund.entity.ts'
import { Staff } from './staff/staff.entity.ts'
import { StaffView } from './staff/views/staff-view.entity.ts'
import { WebhookAttempt } from './webhooks/deliveries/attempt.entity.ts'
import { WebhookDelivery } from './webhooks/deliveries/delivery.entity.ts'
import { WebhookEndpoint } from './webhooks/endpoints/endpoint.entity.ts'
import { WebhookEvent } from './webhooks/events/event.entity.ts'
import { WebhookReplay } from './webhooks/replays/webhook-replay.entity.ts'

/** Every table that the ORM reads. */
export const ENTITIES = [
  Merchant,
  JournalEntry,
  JournalLine,
  FinancialCase,
  Charge,
  Payment,
  Refund,
  Dispute,
  Payout,
  WriteOff,
  ReconciliationException,
  ApiKey,
  Staff,
  StaffView,
  WebhookEvent,
  WebhookReplay,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
]
