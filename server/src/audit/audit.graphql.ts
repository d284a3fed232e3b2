import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { z } from 'zod'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { Faults } from '../kernel/input/faults.ts'
import {
  countAudit,
  findAuditEntry,
  listAudit,
  listAuditActions,
  type AuditFilter,
  type AuditLine,
} from './audit.queries.ts'
import { AuditChange, AuditConnection, AuditEntryType, AuditFilterInput } from './audit.type.ts'

/** The filter arguments. A null field does not restrict the list. */
const Filter = z.object({
  actor: given(z.string().max(200)),
  action: given(z.string().max(100)),
  targetIds: given(z.array(z.string().max(100)).min(1).max(50)),
  merchantId: given(z.string()),
  from: given(z.date()),
  to: given(z.date()),
  text: given(z.string().trim().min(1).max(200)),
})

function given<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined)
}

@Resolver(() => AuditEntryType)
class AuditResolver {
  @Authorized('audit.read')
  @Query(() => AuditConnection, { description: 'Newest first.' })
  async auditEntries(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => AuditFilterInput, { nullable: true }) filter: AuditFilterInput | null,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<AuditConnection> {
    const wanted = readFilter(filter)
    const page = await listAudit(ctx, wanted, toPageRequest(first, after))
    return toConnection(page, (most) => countAudit(ctx, wanted, most))
  }

  @Authorized('audit.read')
  @Query(() => AuditEntryType, { nullable: true })
  auditEntry(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<AuditEntryType | null> {
    return findAuditEntry(ctx, id)
  }

  @Authorized('audit.read')
  @Query(() => [String], { description: 'Every action that occurs in the audit log.' })
  auditActions(@Ctx() ctx: GraphContext): Promise<string[]> {
    return listAuditActions(ctx)
  }

  @FieldResolver(() => [AuditChange], {
    description:
      'The values before and after the action, changed values first. Without secrets and documents.',
  })
  changes(@Root() { before, after }: AuditLine): AuditChange[] {
    const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
    const changes = Array.from(fields, (field) => ({
      field,
      before: textOf(before?.[field]),
      after: textOf(after?.[field]),
    }))
    return changes.toSorted((one, other) => Number(isSame(one)) - Number(isSame(other)))
  }
}

function readFilter(filter: AuditFilterInput | null): AuditFilter {
  const faults = new Faults()
  const read = faults.read(Filter, filter ?? {})
  faults.throwIfAny()
  return read?.value ?? {}
}

const isSame = ({ before, after }: AuditChange): boolean => before === after

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const auditResolvers = [AuditResolver] as const
