import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { getCase } from '../../cases/case.queries.ts'
import { CaseType } from '../../cases/case.type.ts'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { manyByOwner } from '../../graphql/data-loaders.ts'
import { UuidScalar } from '../../graphql/scalars.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { DisputeType } from '../dispute.type.ts'
import { listDisputeFiles } from './dispute-file.queries.ts'
import { DisputeFileType, toFileType } from './dispute-file.type.ts'
import { markEvidenceForwarded } from './forward-evidence.ts'

const filesOfDispute = manyByOwner(listDisputeFiles, ({ caseId }) => caseId)

@Resolver(() => DisputeType)
class DisputeFilesResolver {
  @FieldResolver(() => [DisputeFileType], { description: 'At most 10, the oldest first.' })
  async files(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, caseId }: DisputeType,
  ): Promise<DisputeFileType[]> {
    const files = await filesOfDispute(ctx, { merchantId, id: caseId })
    return files.map(toFileType)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The name of the person who forwarded the current evidence to the PSP.',
  })
  async evidenceForwardedByName(
    @Ctx() ctx: GraphContext,
    @Root() { evidenceForwardedBy }: DisputeType,
  ): Promise<string | null> {
    return evidenceForwardedBy === null ? null : nameOfActor(ctx, evidenceForwardedBy)
  }

  @Authorized('dispute.answer')
  @Mutation(() => CaseType, {
    description:
      'Records that staff forwarded the evidence to the PSP. Refused when the evidence has changed.',
  })
  async markDisputeEvidenceForwarded(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('caseId', () => UuidScalar) caseId: string,
    @Arg('evidenceAt', () => Date, { description: 'The evidenceAt of the forwarded evidence.' })
    evidenceAt: Date,
  ): Promise<CaseType> {
    await markEvidenceForwarded(ctx, { merchantId, caseId }, evidenceAt)
    return getCase(ctx, merchantId, caseId)
  }
}

export const disputeFileResolvers = [DisputeFilesResolver] as const
