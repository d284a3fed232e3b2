import { AuditNamesResolver } from './audit-names.graphql.ts'
import { ChargeJournalResolver } from './charge.graphql.ts'
import { ChargeMoneyResolver, PayoutLinesResolver } from './charge-money.graphql.ts'
import { StatementResolver } from './statement.graphql.ts'

export const statementResolvers = [
  AuditNamesResolver,
  ChargeJournalResolver,
  ChargeMoneyResolver,
  PayoutLinesResolver,
  StatementResolver,
] as const
