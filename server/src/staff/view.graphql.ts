import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext, SignedInContext, Viewer } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { nameOfActor } from './actor-name.ts'
import { deleteView } from './views/delete-view.ts'
import { STAFF_ROLES } from './permissions.ts'
import { saveView } from './views/save-view.ts'
import type { StaffView } from './views/staff-view.entity.ts'
import { listViews, type ViewOwner } from './views/view.queries.ts'
import { SaveViewInput, ViewType } from './view.type.ts'

@Resolver(() => ViewType)
export class ViewResolver {
  @Authorized('saved_view.read')
  @Query(() => [ViewType], { description: 'Your own views, and those shared with your role.' })
  savedViews(
    @Ctx() ctx: SignedInContext,
    @Arg('page', () => String, { nullable: true }) page: string | null,
  ): Promise<ViewType[]> {
    return listViews(ctx, ownerOf(ctx.viewer), page ?? null)
  }

  @Authorized('saved_view.save')
  @Mutation(() => ViewType)
  saveView(
    @Ctx() ctx: SignedInContext,
    @Arg('view', () => SaveViewInput) { id, sharedWith, ...view }: SaveViewInput,
  ): Promise<ViewType> {
    return saveView(ctx, ownerOf(ctx.viewer), { ...view, id: id ?? null, sharedWith: sharedWith ?? null })
  }

  @Authorized('saved_view.save')
  @Mutation(() => Boolean)
  async deleteView(@Ctx() ctx: SignedInContext, @Arg('id', () => UuidScalar) id: string): Promise<boolean> {
    await deleteView(ctx, ownerOf(ctx.viewer), id)
    return true
  }

  @FieldResolver(() => Boolean)
  mine(@Ctx() ctx: GraphContext, @Root() view: StaffView): boolean {
    return view.staffId === ctx.viewer?.id
  }

  @FieldResolver(() => String)
  savedBy(@Ctx() ctx: GraphContext, @Root() view: StaffView): Promise<string> {
    return nameOfActor(ctx, `staff:${view.staffId}`)
  }
}

function ownerOf({ id, role }: Viewer): ViewOwner {
  const staffRole = STAFF_ROLES.find((one) => one === role)
  if (staffRole === undefined) throw new Error(`BUG: unknown staff role ${role}`)
  return { id, role: staffRole }
}
