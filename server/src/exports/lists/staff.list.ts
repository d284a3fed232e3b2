import { z } from 'zod'
import { requireSignIn } from '../../graphql/guard.ts'
import type { Permission } from '../../graphql/permissions.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { listInvitations, type Invitation } from '../../staff/invitations/invitation.ts'
import { permissionsOf, STAFF_ROLES, type StaffRole } from '../../staff/permissions.ts'
import { listSessions, type SessionSummary } from '../../staff/sessions/session.queries.ts'
import type { Staff } from '../../staff/staff.entity.ts'
import { listStaff } from '../../staff/staff.queries.ts'
import { listStaffWithTotp } from '../../staff/second-factor/totp-store.ts'
import { exportList, type Column } from '../export-list.ts'

/** Lists of staff do not belong to a merchant. */
const noMerchant = { merchantId: z.null().optional() }
const everything = z.strictObject(noMerchant)

interface Member {
  person: Staff
  hasTotp: boolean
}

/** All current and former members of staff. */
export const staffList = exportList({
  permission: 'staff.read',
  cells: 'main',
  filter: everything,
  columns: {
    name: ['text', ({ person }: Member) => person.name],
    email: ['text', ({ person }) => person.email],
    role: ['code', ({ person }) => person.role],
    state: ['code', ({ person }) => (person.disabledAt === null ? 'active' : 'inactive')],
    authenticator: ['flag', ({ hasTotp }) => hasTotp],
    last_seen_at: ['time', ({ person }) => person.lastSeenAt],
    id: ['text', ({ person }) => person.id],
  },
  async page(ctx) {
    const people = await listStaff(ctx)
    const rows = await listStaffWithTotp(
      ctx,
      people.map(({ id }) => id),
    )
    const withTotp = new Set(rows.map(({ id }) => id))
    return {
      items: people.map((person) => ({ person, hasTotp: withTotp.has(person.id) })),
      nextCursor: null,
    }
  },
})

interface Invited {
  invitation: Invitation
  by: string
}

/** The invitations that were neither accepted nor withdrawn, including expired invitations. */
export const invitationsList = exportList({
  permission: 'staff.read',
  cells: 'main',
  filter: everything,
  columns: {
    name: ['text', ({ invitation }: Invited) => invitation.name],
    email: ['text', ({ invitation }) => invitation.email],
    role: ['code', ({ invitation }) => invitation.role],
    invited_by: ['text', ({ by }) => by],
    expires_at: ['time', ({ invitation }) => invitation.expiresAt],
    id: ['text', ({ invitation }) => invitation.id],
  },
  async page(ctx) {
    const invitations = await listInvitations(ctx)
    const rows = invitations.map(async (invitation) => ({
      invitation,
      by: await nameOfActor(ctx, invitation.invitedBy),
    }))
    return { items: await Promise.all(rows), nextCursor: null }
  },
})

const SESSION = {
  device: ['text', (session) => session.userAgent],
  address: ['text', (session) => session.ip],
  started_at: ['time', (session) => session.startedAt],
  last_seen_at: ['time', (session) => session.lastSeenAt],
  id: ['text', (session) => session.id],
} satisfies Record<string, Column<SessionSummary>>

/** The sessions of one member of staff. */
export const sessionsList = exportList({
  permission: 'staff.read',
  cells: 'main',
  filter: z.strictObject({ ...noMerchant, staffId: z.uuid().toLowerCase() }),
  columns: SESSION,
  page: async (ctx, { staffId }) => ({ items: await listSessions(ctx, staffId), nextCursor: null }),
})

/** The viewer's own sessions. */
export const ownSessionsList = exportList({
  permission: null,
  cells: 'main',
  filter: everything,
  columns: SESSION,
  page: async (ctx) => ({ items: await listSessions(ctx, requireSignIn(ctx).id), nextCursor: null }),
})

const roleColumn = (role: StaffRole): Column<Permission> => [
  'flag',
  (permission) => permissionsOf(role).includes(permission),
]

/** The permissions of each role. */
export const rolesList = exportList({
  permission: 'staff.read',
  cells: 'main',
  filter: everything,
  columns: {
    permission: ['code', (permission: Permission) => permission],
    ...Object.fromEntries(STAFF_ROLES.map((role) => [role, roleColumn(role)])),
  },
  page: () => Promise.resolve({ items: [...new Set(STAFF_ROLES.flatMap(permissionsOf))], nextCursor: null }),
})
