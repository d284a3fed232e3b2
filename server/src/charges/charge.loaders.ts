import { manyByOwner } from '../graphql/data-loaders.ts'
import { listPayments } from './charge.queries.ts'

/** The payments of a charge, those of many charges in one question. */
export const paymentsOfCharge = manyByOwner(listPayments, (payment) => payment.chargeId)
