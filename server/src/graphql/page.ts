import { Field, Int, ObjectType, type ClassType } from 'type-graphql'
import type { Page, PageRequest } from '../kernel/page.ts'
import { Problem } from '../kernel/problem.ts'
import { COUNTED_MAX, FIRST_DEFAULT, FIRST_MAX } from './page-size.ts'

const COUNT_TOLD = 'All there are, without paging. 1001 stands for more than 1000. Costs a read of its own.'

@ObjectType()
export class PageInfo {
  @Field(() => Boolean) hasNextPage!: boolean
  @Field(() => String, { nullable: true }) endCursor!: string | null
}

/** The base of a connection's class: `class ChargeConnection extends connectionOf(ChargeType) {}`. */
export function connectionOf<T extends object>(node: ClassType<T>) {
  @ObjectType()
  abstract class Connection {
    @Field(() => [node]) nodes!: T[]
    @Field(() => PageInfo) pageInfo!: PageInfo
    count!: () => Promise<number>

    @Field(() => Int, { description: COUNT_TOLD })
    totalCount(): Promise<number> {
      return this.count()
    }
  }
  return Connection
}

/** What a connection's class is made of. */
export interface ConnectionOf<T> {
  nodes: T[]
  pageInfo: PageInfo
  count: () => Promise<number>
  totalCount: () => Promise<number>
}

/** Reads one page of what a list has under its filter. */
type Read<T> = (page: PageRequest) => Promise<Page<T>>

/** One page of a list; how many there are in all is read only when it is asked for. */
export async function readConnection<T>(page: PageRequest, read: Read<T>): Promise<ConnectionOf<T>> {
  return toConnection(await read(page), read)
}

/** The same of a page that is read already. */
export function toConnection<T>(
  { items, nextCursor }: Page<T>,
  read: (page: PageRequest) => Promise<Page<unknown>>,
): ConnectionOf<T> {
  const count = async () => {
    const counted = await read({ limit: COUNTED_MAX, cursor: undefined })
    return counted.nextCursor === null ? counted.items.length : COUNTED_MAX + 1
  }
  const pageInfo = { hasNextPage: nextCursor !== null, endCursor: nextCursor }
  return { nodes: items, pageInfo, count, totalCount: count }
}

/** Of a list that can have nothing: its filter names what cannot be. */
export const readNothing = (): Promise<Page<never>> => Promise.resolve({ items: [], nextCursor: null })

/** `first` and `after` as a page request. @throws Problem validation_error when `first` is not 1 to 100. */
export function toPageRequest(wanted: number | null, after: string | null | undefined): PageRequest {
  const first = wanted ?? FIRST_DEFAULT
  if (first < 1 || first > FIRST_MAX) {
    throw new Problem('validation_error', { fields: [{ path: 'first', code: 'out_of_range' }] })
  }
  return { limit: first, cursor: after ?? undefined }
}
