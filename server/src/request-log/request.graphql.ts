import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql'
import { z } from 'zod'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { ERROR_CODES } from '../kernel/problem.ts'
import { countRequests, listRequests, type RequestFilter } from './request.queries.ts'
import { RequestConnection, RequestFilterInput, RequestType } from './request.type.ts'

/** The filter arguments. A null field does not restrict the list. */
const Filter = z.object({
  merchantId: given(z.string()),
  apiKeyId: given(z.string()),
  correlationId: given(z.string()),
  route: given(z.string().refine((text) => /^[\w/:-]{1,200}$/.test(text), { params: fault('format') })),
  status: given(z.int()),
  code: given(z.enum(ERROR_CODES)),
  from: given(z.date()),
  to: given(z.date()),
})

function given<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined)
}

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
}

function readFilter(filter: RequestFilterInput | null): RequestFilter {
  const faults = new Faults()
  const read = faults.read(Filter, filter ?? {})
  faults.throwIfAny()
  return read?.value ?? {}
}

export const requestResolvers = [RequestResolver] as const
