import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the right side of a comparison `= any(uuids)`, with the uuids as one parameter: `.where('id', '=',
 * anyUuid(ids))`.
 */
export const anyUuid = (values: readonly string[]): RawBuilder<string> => sql`any(${values}::uuid[])`

/** Returns the right side of a comparison `= any(texts)`, with the texts as one parameter. */
export const anyText = (values: readonly string[]): RawBuilder<string> => sql`any(${values}::text[])`
