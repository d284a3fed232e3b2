import { Field, Int, ObjectType, type ClassType } from 'type-graphql'
import type { Merging, Page, PageRequest } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import { COUNTED_MAX, FIRST_DEFAULT, FIRST_MAX } from './page-size.ts'

const TOTAL_COUNT_DESCRIPTION =
  'The number of rows on all pages. 1001 means more than 1000. Selecting it runs a second query.'

@ObjectType()
export class PageInfo {
  @Field(() => Boolean) hasNextPage!: boolean
  @Field(() => String, { nullable: true }) endCursor!: string | null
}

/** Returns the base class of a connection type: `class ChargeConnection extends connectionOf(ChargeType) {}`. */
export function connectionOf<T extends object>(node: ClassType<T>) {
  @ObjectType()
  abstract class Connection {
    @Field(() => [node]) nodes!: T[]
    @Field(() => PageInfo) pageInfo!: PageInfo
    count!: () => Promise<number>

    @Field(() => Int, { description: TOTAL_COUNT_DESCRIPTION })
    totalCount(): Promise<number> {
      return this.count()
    }
  }
  return Connection
}

/** The value that a resolver returns for a connection. */
export interface ConnectionOf<T> {
  nodes: T[]
  pageInfo: PageInfo
  count: () => Promise<number>
  totalCount: () => Promise<number>
  merging?: Merging | undefined
}

/** A function that counts the rows of a filtered list in the database. The function stops counting at `most`. */
type Count = (most: number) => Promise<number>

/** Makes a connection from one page of a list. Counts the whole list only when `totalCount` is selected. */
export function toConnection<T>({ items, nextCursor, merging }: Page<T>, countAll: Count): ConnectionOf<T> {
  const count = () => countAll(COUNTED_MAX + 1)
  const pageInfo = { hasNextPage: nextCursor !== null, endCursor: nextCursor }
  return { nodes: items, pageInfo, count, totalCount: count, merging }
}

/**
 * Converts `first` and `after` to a page request. @throws Problem validation_error when `first` is not from 1 to 100.
 */
export function toPageRequest(wanted: number | null, after: string | null | undefined): PageRequest {
  const first = wanted ?? FIRST_DEFAULT
  if (first < 1 || first > FIRST_MAX) {
    throw new Problem('validation_error', { fields: [{ path: 'first', code: 'out_of_range' }] })
  }
  return { limit: first, cursor: after ?? undefined }
}
