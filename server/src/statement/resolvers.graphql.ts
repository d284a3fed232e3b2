import { AuditBankNamesResolver, AuditNamesResolver } from './audit/audit-names.graphql.ts'
import { DisabledByResolver } from './audit/disabled-by.graphql.ts'
import { PayoutChangeResolver, PayoutChangesResolver } from './audit/payout-changes.graphql.ts'
import { ReplayStarterResolver } from './audit/replay-starter.graphql.ts'
import { ChargeHistoryResolver } from './charge.graphql.ts'
import { DeliveryChargeResolver } from './delivery-charge.graphql.ts'
import { PaidLineResolver } from './paid-lines/paid-lines.graphql.ts'
import { PayoutLinesResolver } from './payout-lines.graphql.ts'
import { PayoutObstacleResolver, ProceedsResolver } from './proceeds/proceeds.graphql.ts'
import { RequestNamesResolver } from './request-names.graphql.ts'
import { StatementResolver } from './statement.graphql.ts'
import { LedgerSumResolver } from './totals/ledger-sum.graphql.ts'
import {
  StatementSummaryResolver,
  StatementSummaryPositionsResolver,
} from './totals/statement-summary.graphql.ts'
import { TimelineEndpointResolver, TimelineItemResolver } from './timeline/timeline.graphql.ts'

export const statementResolvers = [
  AuditNamesResolver,
  AuditBankNamesResolver,
  ChargeHistoryResolver,
  DeliveryChargeResolver,
  DisabledByResolver,
  LedgerSumResolver,
  PaidLineResolver,
  PayoutChangeResolver,
  PayoutChangesResolver,
  PayoutLinesResolver,
  PayoutObstacleResolver,
  ProceedsResolver,
  ReplayStarterResolver,
  RequestNamesResolver,
  StatementResolver,
  StatementSummaryResolver,
  StatementSummaryPositionsResolver,
  TimelineItemResolver,
  TimelineEndpointResolver,
] as const
