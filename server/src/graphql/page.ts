import { Field, ObjectType, type ClassType } from 'type-graphql'
import type { Page, PageRequest } from '../kernel/page.ts'
import { Problem } from '../kernel/problem.ts'

/** Rows of one page that the console may ask for. */
const FIRST_MAX = 100

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
  }
  return Connection
}

export const toConnection = <T>({ items, nextCursor }: Page<T>): { nodes: T[]; pageInfo: PageInfo } => ({
  nodes: items,
  pageInfo: { hasNextPage: nextCursor !== null, endCursor: nextCursor },
})

/** Rows of a page when the console does not say. */
export const FIRST_DEFAULT = 50

/** `first` and `after` as a page request. @throws Problem validation_error when `first` is not 1 to 100. */
export function toPageRequest(wanted: number | null, after: string | null | undefined): PageRequest {
  const first = wanted ?? FIRST_DEFAULT
  if (first < 1 || first > FIRST_MAX) {
    throw new Problem('validation_error', { fields: [{ path: 'first', code: 'out_of_range' }] })
  }
  return { limit: first, cursor: after ?? undefined }
}
