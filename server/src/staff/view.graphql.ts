import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext, Viewer } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
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
  @Query(() => [ViewType], { description: 'Your own views, and those shared with your role.' })
  savedViews(
    @Ctx() ctx: GraphContext,
    @Arg('page', () => String, { nullable: true }) page: string | null,
  ): Promise<ViewType[]> {
    const viewer = requirePermission(ctx, 'saved_view.read')
    return listViews(ctx, ownerOf(viewer), page ?? null)
  }

  @Mutation(() => ViewType)
  saveView(
    @Ctx() ctx: GraphContext,
    @Arg('view', () => SaveViewInput) { id, sharedWith, ...view }: SaveViewInput,
  ): Promise<ViewType> {
    const viewer = requirePermission(ctx, 'saved_view.save')
    return saveView(ctx, ownerOf(viewer), { ...view, id: id ?? null, sharedWith: sharedWith ?? null })
  }

  @Mutation(() => Boolean)
  async deleteView(@Ctx() ctx: GraphContext, @Arg('id', () => UuidScalar) id: string): Promise<boolean> {
    const viewer = requirePermission(ctx, 'saved_view.save')
    await deleteView(ctx, ownerOf(viewer), id)
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
