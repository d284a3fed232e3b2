import { oneById } from '../graphql/data-loaders.ts'
import { findMerchants } from './merchant.queries.ts'

/** Loads a merchant. Batches the merchants of one request into one query. */
export const merchantById = oneById(findMerchants)
