import { manyByOwner } from '../graphql/data-loaders.ts'
import { findReversals } from './reversals.queries.ts'

/** Loads the reversal of a journal entry. It batches the entries of one request into one query. */
export const reversalsOfEntry = manyByOwner(findReversals, (reversal) => reversal.reversesId)
