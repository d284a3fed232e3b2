import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql'
import { z } from 'zod'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { ERROR_CODES } from '../kernel/problem.ts'
import { countFailures, countRequests, listRequests, type RequestFilter } from './request.queries.ts'
import { RequestConnection, RequestFailures, RequestFilterInput, RequestType } from './request.type.ts'

/** The filter arguments. A null field does not restrict the list. */
const Filter = z.object({
  merchantId: given(z.string()),
  apiKeyId: given(z.string()),
  correlationId: given(z.string()),
  route: given(z.string().refine((text) => /^[\w/:-]{1,200}$/.test(text), { params: fault('format') })),
  status: given(z.int()),
  code: given(z.enum(ERROR_CODES)),
  failed: given(z.boolean()),
  from: given(z.date()),
  to: given(z.date()),
})

function given<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined)
}

const FAILURES_MAX = 10_000

@Resolver(() => RequestType)
class RequestResolver {
  @Authorized('request.read')
  @Query(() => RequestConnection, {
    description: 'Calls of the merchant API in the last 30 days, newest first.',
  })
  async requests(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => RequestFilterInput, { nullable: true }) filter: RequestFilterInput | null,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<RequestConnection> {
    const wanted = readFilter(filter)
    const page = await listRequests(ctx, wanted, toPageRequest(first, after))
    return toConnection(page, (most) => countRequests(ctx, wanted, most))
  }

  @Authorized('request.read')
  @Query(() => RequestFailures, {
    description: 'The failed calls of the merchant API since a time in the last 30 days.',
  })
  async requestFailures(
    @Ctx() ctx: GraphContext,
    @Arg('from', () => Date) from: Date,
    @Arg('merchantId', () => UuidScalar, { nullable: true }) merchantId: string | null | undefined,
  ): Promise<RequestFailures> {
    const most = FAILURES_MAX + 1
    const codes = await countFailures(ctx, { merchantId: merchantId ?? undefined, from, most })
    const count = codes.reduce((total, one) => total + one.count, 0)
    return { codes, count, isPartial: count === most }
  }
}

function readFilter(filter: RequestFilterInput | null): RequestFilter {
  const faults = new Faults()
  const read = faults.read(Filter, filter ?? {})
  faults.throwIfAny()
  return read?.value ?? {}
}

export const requestResolvers = [RequestResolver] as const
