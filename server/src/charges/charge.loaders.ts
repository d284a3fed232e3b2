import { manyByOwner } from '../graphql/data-loaders.ts'
import { listPayments } from './charge.queries.ts'

/** Loads the payments of a charge. Batches the charges of one request into one query. */
export const paymentsOfCharge = manyByOwner(listPayments, (payment) => payment.chargeId)
