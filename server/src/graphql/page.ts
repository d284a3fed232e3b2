import { Field, ObjectType, type ClassType } from 'type-graphql'
import type { Page, PageRequest } from '../kernel/page.ts'
import { Problem } from '../kernel/problem.ts'
import { FIRST_DEFAULT, FIRST_MAX } from './page-size.ts'

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

/** `first` and `after` as a page request. @throws Problem validation_error when `first` is not 1 to 100. */
export function toPageRequest(wanted: number | null, after: string | null | undefined): PageRequest {
  const first = wanted ?? FIRST_DEFAULT
  if (first < 1 || first > FIRST_MAX) {
    throw new Problem('validation_error', { fields: [{ path: 'first', code: 'out_of_range' }] })
  }
  return { limit: first, cursor: after ?? undefined }
}
