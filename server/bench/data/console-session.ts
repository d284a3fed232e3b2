import type { Context } from '../../src/kernel/context.ts'
import { transaction } from '../../src/kernel/context.ts'
import { createStaff } from '../../src/staff/create-staff.ts'
import { createSession, generateToken } from '../../src/staff/sessions/session.ts'
import { cookieForm, writeCookie } from '../../src/staff/sessions/session-cookie.ts'
import { lockStaff } from '../../src/staff/staff.queries.ts'

/** Creates a session of an auditor, who may read everything. Returns the `Cookie` header of the browser. */
export async function consoleCookie(ctx: Context, publicUrl: string): Promise<string> {
  const email = `bench-${ctx.ids.uuid(ctx.clock.now())}@exemplo.com.br`
  const { staff } = await createStaff(ctx, { email, name: 'Bench', role: 'auditor' })
  const token = generateToken(ctx.ids)
  await transaction(ctx, async (tx) =>
    createSession(tx, await lockStaff(tx, staff.id), token, {
      ip: null,
      userAgent: null,
      method: 'local',
      stepUpAt: null,
    }),
  )
  return writeCookie(cookieForm(publicUrl), token, 0).split(';', 1)[0] ?? ''
}
