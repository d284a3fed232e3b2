import { Faults } from '../kernel/input/faults.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { hashPassword, generatePassword } from './passwords/password.ts'
import type { StaffRole } from './permissions.ts'
import { addStaff } from './add-staff.ts'
import type { Staff } from './staff.entity.ts'
import { Password, StaffFields } from './staff-fields.ts'

export interface CreateStaff {
  email: string
  /** The name of the person, 1 to 120 characters. */
  name: string
  role: StaffRole
  /** The password, at least 12 characters. If absent, a password is generated. */
  password?: string | undefined
}

export interface CreatedStaff {
  staff: Staff
  /** The generated password, which the caller shows once; null if the caller gave a password. */
  generatedPassword: string | null
}

const Input = StaffFields.extend({ password: Password.optional() })

/**
 * Creates a staff member.
 * @throws Problem conflict, reason `email_in_use`.
 * @throws Problem validation_error naming the fields.
 */
export async function createStaff(ctx: Context, input: CreateStaff): Promise<CreatedStaff> {
  const faults = new Faults()
  const read = faults.read(Input, input)
  faults.throwIfAny()
  if (!read) throw new Error('BUG: createStaff: validation failed but reported no field')
  const { email, name, role, password } = read.value
  const generatedPassword = password === undefined ? generatePassword(ctx.ids) : null
  const passwordHash = await hashPassword(ctx.ids, password ?? generatedPassword ?? '')
  const staff = await transaction(ctx, (tx) =>
    addStaff(tx, { email, name, role, passwordHash }, 'staff.create'),
  )
  return { staff, generatedPassword }
}
