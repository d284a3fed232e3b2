import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { manyById } from '../graphql/data-loaders.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { PROFILE_NAMES } from '../pix/profiles/profiles.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { listAccountReports } from './account-reports.ts'
import {
  listAccountCalls,
  listAssignedTo,
  listClearingSums,
  listPixAccounts,
  listVolumes,
} from './account.queries.ts'
import { assignPixAccounts } from './manage/assign-accounts.ts'
import { changePixAccountConnection } from './manage/change-account-connection.ts'
import { createPixAccount } from './manage/create-pix-account.ts'
import type { PixAccountState } from './pix-account.entity.ts'
import {
  CreatePixAccountInput,
  PixAccountCeilingsInput,
  PixAccountConnectionInput,
  PixAccountCredentialsInput,
  PixAccountOperationType,
  PixAccountReportType,
  PixAccountStateEnum,
  PixAccountType,
} from './pix-account.type.ts'
import { replacePixAccountSecrets } from './manage/replace-account-secrets.ts'
import { replaceCallbackSecret } from './manage/replace-callback-secret.ts'
import { setPixAccountCeilings } from './manage/set-account-ceilings.ts'
import { setPixAccountState } from './manage/set-account-state.ts'

const callsOf = manyById(listAccountCalls, ({ accountId }) => accountId)
const reportsOf = manyById(listAccountReports, ({ accountId }) => accountId)
const volumeOf = manyById(listVolumes, ({ accountId }) => accountId)
const clearingOf = manyById(listClearingSums, ({ accountId }) => accountId)
const accountsOf = manyById(listAssignedTo, ({ merchantId }) => merchantId)

@Resolver(() => PixAccountType)
class PixAccountResolver {
  @Authorized('pix_account.read')
  @Query(() => [PixAccountType], {
    description: 'The receiving accounts, the account of the settings first.',
  })
  pixAccounts(@Ctx() ctx: GraphContext): Promise<PixAccountType[]> {
    return listPixAccounts(ctx)
  }

  @Authorized('pix_account.read')
  @Query(() => [String], { description: 'The names of the profiles that an account can have.' })
  pixProfiles(): readonly string[] {
    return PROFILE_NAMES
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'The time of the last call to the PSP; null if there was no call within the last day.',
  })
  async lastCallAt(@Ctx() ctx: GraphContext, @Root() { id }: PixAccountType): Promise<Date | null> {
    const times = (await callsOf(ctx, id)).map(({ lastCallAt }) => lastCallAt.getTime())
    return times.length === 0 ? null : new Date(Math.max(...times))
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'When the client certificate expires. For certificates in files, the expiry that the answering process knows. Null without a client certificate.',
  })
  async certificateEndsAt(
    @Ctx() ctx: GraphContext & WithPix,
    @Root() { id, certificateEndsAt }: PixAccountType,
  ): Promise<Date | null> {
    return certificateEndsAt ?? (await ctx.pix.certificateEndsAt(id)) ?? null
  }

  @FieldResolver(() => [PixAccountReportType], {
    description:
      'The problems that processes have now with the PSP. Each process repeats its report every 10 seconds.',
  })
  reports(@Ctx() ctx: GraphContext, @Root() { id }: PixAccountType): Promise<PixAccountReportType[]> {
    return reportsOf(ctx, id)
  }

  @FieldResolver(() => [PixAccountOperationType], { description: 'The calls of the last 24 hours.' })
  operations(@Ctx() ctx: GraphContext, @Root() { id }: PixAccountType): Promise<PixAccountOperationType[]> {
    return callsOf(ctx, id)
  }

  @FieldResolver(() => CentsScalar, { description: 'The payments that were recorded today.' })
  async volumeTodayCents(@Ctx() ctx: GraphContext, @Root() { id }: PixAccountType): Promise<bigint> {
    return (await volumeOf(ctx, id))[0]?.cents ?? 0n
  }

  @FieldResolver(() => CentsScalar, { description: 'Recorded payments that the PSP has not listed yet.' })
  async unsettledCents(@Ctx() ctx: GraphContext, @Root() { id }: PixAccountType): Promise<bigint> {
    return (await clearingOf(ctx, id))[0]?.cents ?? 0n
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType, {
    description: 'No merchant uses the account until the account is assigned to a merchant.',
  })
  createPixAccount(
    @Ctx() ctx: GraphContext,
    @Arg('account', () => CreatePixAccountInput) account: CreatePixAccountInput,
  ): Promise<PixAccountType> {
    return createPixAccount(ctx, account)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType, {
    description: 'Only a draining account without open charges can be turned off.',
  })
  setPixAccountState(
    @Ctx() ctx: GraphContext,
    @Arg('accountId', () => String) accountId: string,
    @Arg('state', () => PixAccountStateEnum) state: PixAccountState,
  ): Promise<PixAccountType> {
    return setPixAccountState(ctx, accountId, state)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType)
  setPixAccountCeilings(
    @Ctx() ctx: GraphContext,
    @Arg('accountId', () => String) accountId: string,
    @Arg('ceilings', () => PixAccountCeilingsInput) ceilings: PixAccountCeilingsInput,
  ): Promise<PixAccountType> {
    return setPixAccountCeilings(ctx, accountId, ceilings)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType, {
    description: 'The URL of API Pix and the key can change only while the account has no open charges.',
  })
  changePixAccountConnection(
    @Ctx() ctx: GraphContext,
    @Arg('accountId', () => String) accountId: string,
    @Arg('connection', () => PixAccountConnectionInput) connection: PixAccountConnectionInput,
  ): Promise<PixAccountType> {
    return changePixAccountConnection(ctx, accountId, connection)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType, { description: 'The new secrets are used without a restart.' })
  replacePixAccountSecrets(
    @Ctx() ctx: GraphContext,
    @Arg('accountId', () => String) accountId: string,
    @Arg('secrets', () => PixAccountCredentialsInput) secrets: PixAccountCredentialsInput,
  ): Promise<PixAccountType> {
    return replacePixAccountSecrets(ctx, accountId, secrets)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => PixAccountType, {
    description:
      'The earlier secret is valid for at least an hour, and until the PSP has registered the new URL.',
  })
  replacePixAccountCallbackSecret(
    @Ctx() ctx: GraphContext,
    @Arg('accountId', () => String) accountId: string,
  ): Promise<PixAccountType> {
    return replaceCallbackSecret(ctx, accountId)
  }

  @Authorized('pix_account.manage')
  @Mutation(() => [String], {
    description: 'Replaces the receiving accounts of a merchant. An empty list means the account default.',
  })
  assignPixAccounts(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('accountIds', () => [String]) accountIds: string[],
  ): Promise<string[]> {
    return assignPixAccounts(ctx, merchantId, accountIds)
  }
}

@Resolver(() => MerchantType)
class MerchantAccountsResolver {
  @FieldResolver(() => [String], {
    description: 'The receiving accounts of new charges, in order. Empty: only the account default.',
  })
  async pixAccountIds(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<string[]> {
    return (await accountsOf(ctx, id)).map(({ accountId }) => accountId)
  }
}

export const pixAccountResolvers = [PixAccountResolver, MerchantAccountsResolver] as const
