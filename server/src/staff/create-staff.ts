import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults, text } from '../http/parse.ts'
import { transaction, violatedConstraint, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { hashPassword, makePassword, PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './password.ts'
import { STAFF_ROLES, type StaffRole } from './permissions.ts'
import { Staff } from './staff.entity.ts'

export interface CreateStaff {
  email: string
  /** 1 to 120 characters. */
  name: string
  role: StaffRole
  /** At least 12 characters; without it one is made up. */
  password?: string | undefined
}

export interface CreatedStaff {
  staff: Staff
  madePassword: string | null
}

const Input = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  name: text(1, 120),
  role: z.enum(STAFF_ROLES),
  password: text(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX).optional(),
})

/**
 * Takes a person into the console. `madePassword` is the password made up for them, to be shown once; null when one
 * was given.
 * @throws Problem conflict, reason `email_in_use`; validation_error naming the fields.
 */
export async function createStaff(ctx: Context, input: CreateStaff): Promise<CreatedStaff> {
  const faults = new Faults()
  const read = faults.read(Input, input)
  faults.throwIfAny()
  if (!read) throw new Error('createStaff: refused without a fault')
  const { email, name, role, password } = read.value
  const madePassword = password === undefined ? makePassword(ctx.ids) : null
  const passwordHash = await hashPassword(ctx.ids, password ?? madePassword ?? '')
  try {
    return { staff: await insert(ctx, { email, name, role, passwordHash }), madePassword }
  } catch (error) {
    if (violatedConstraint(error) === 'staff_email') throw new Problem('conflict', { reason: 'email_in_use' })
    throw error
  }
}

function insert(
  ctx: Context,
  fields: Pick<Staff, 'email' | 'name' | 'role' | 'passwordHash'>,
): Promise<Staff> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const id = tx.ids.uuid(now)
    const staff = tx.em.create(Staff, { id, ...fields, disabledAt: null, createdAt: now, updatedAt: now })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'staff.create',
      target: { type: 'staff', id },
      after: { email: fields.email, name: fields.name, role: fields.role },
    })
    return staff
  })
}
