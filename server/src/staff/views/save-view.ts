import { z } from 'zod'
import { recordAudit } from '../../audit/record-audit.ts'
import { Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import { transaction, violatedConstraint, type Context, type Tx } from '../../kernel/context.ts'
import { containsDocument } from '../../kernel/values/contains-document.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { STAFF_ROLES, type StaffRole } from '../permissions.ts'
import { lockStaff } from '../staff.queries.ts'
import { StaffView } from './staff-view.entity.ts'
import { VIEWS_PER_STAFF_MAX, type ViewOwner } from './view.queries.ts'

export interface SaveView {
  /** Id of the person's view to change; null for a new view. */
  id: string | null
  /** The page of the view, for example `charges`. */
  page: string
  /** The name of the view: 1 to 80 characters, unique for each person and page. */
  name: string
  /** The search string in the URL of the page. */
  search: string
  /** A role whose members also see the view; null if the view is not shared. */
  sharedWith: StaffRole | null
}

const Input = z.object({
  page: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  name: text(1, 80),
  search: text(0, 2_000),
  sharedWith: z.enum(STAFF_ROLES).nullable(),
})

/**
 * Creates or changes a view. Refuses a name or search that contains a CPF or CNPJ, because links and everybody with
 * whom the view is shared would show it.
 * @throws Problem validation_error without a reason: a field is invalid.
 * @throws Problem validation_error, reason `document_in_view`: the name or the search contains a CPF or CNPJ.
 * @throws Problem not_found, reason `view_not_found`: the view is unknown or belongs to another person.
 * @throws Problem conflict, reason `view_name_in_use` or `view_limit`.
 */
export async function saveView(ctx: Context, owner: ViewOwner, input: SaveView): Promise<StaffView> {
  const faults = new Faults()
  faults.read(Input, input)
  faults.throwIfAny()
  rejectDocuments(input)
  try {
    return await transaction(ctx, async (tx) => {
      // Lock the row, so that concurrent saves of one person cannot together exceed the limit.
      await lockStaff(tx, owner.id)
      const view = input.id === null ? await createView(tx, owner) : await getOwnView(tx, owner, input.id)
      const { page, name, search, sharedWith } = input
      Object.assign(view, { page, name, search, sharedWith, updatedAt: tx.clock.now() })
      await tx.em.flush()
      await recordAudit(tx, {
        action: 'saved_view.save',
        target: { type: 'saved_view', id: view.id },
        after: { page, name, shared_with: sharedWith },
      })
      return view
    })
  } catch (error) {
    if (violatedConstraint(error) === 'staff_view_name')
      throw new Problem('conflict', { reason: 'view_name_in_use' })
    throw error
  }
}

/**
 * Parameters with amounts in centavos. `saveView` does not search these parameters for documents, because an amount can
 * have as many digits as a CPF.
 */
const AMOUNT_PARAMETERS = new Set(['min', 'max'])

/** Returns whether the search string of a page contains a CPF or CNPJ, with or without punctuation. */
function searchContainsDocument(search: string): boolean {
  const parameters = [...new URLSearchParams(search)]
  return parameters.some(
    ([name, value]) => containsDocument(name) || (!AMOUNT_PARAMETERS.has(name) && containsDocument(value)),
  )
}

function rejectDocuments({ name, search }: SaveView): void {
  const paths = [
    ...(containsDocument(name) ? ['name'] : []),
    ...(searchContainsDocument(search) ? ['search'] : []),
  ]
  if (paths.length === 0) return
  const fields = paths.map((path) => ({ path, code: 'not_allowed' as const }))
  throw new Problem('validation_error', { reason: 'document_in_view', fields })
}

async function createView(tx: Tx, owner: ViewOwner): Promise<StaffView> {
  const { count } = await db(tx)
    .selectFrom('staff_view')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('staff_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= VIEWS_PER_STAFF_MAX) throw new Problem('conflict', { reason: 'view_limit' })
  const now = tx.clock.now()
  return tx.em.create(StaffView, {
    id: tx.ids.uuid(now),
    staffId: owner.id,
    page: '',
    name: '',
    search: '',
    sharedWith: null,
    createdAt: now,
    updatedAt: now,
  })
}

async function getOwnView(tx: Tx, owner: ViewOwner, id: string): Promise<StaffView> {
  const view = isUuid(id) ? await tx.em.findOne(StaffView, { id, staffId: owner.id }) : null
  if (!view) throw new Problem('not_found', { reason: 'view_not_found' })
  return view
}
