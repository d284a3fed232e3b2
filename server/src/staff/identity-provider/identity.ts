import { z } from 'zod'
import type { ProviderConfig } from '../../kernel/settings/sign-in-config.ts'
import type { StaffRole } from '../permissions.ts'

/** A person as the identity provider reports them. */
export interface Identity {
  issuer: string
  /** The provider's identifier of the person. The provider never gives this identifier to another person. */
  subject: string
  /** The verified address in lower case; null if there is none. */
  email: string | null
  name: string
  /** The role; null if none of the person's groups is mapped to a role. */
  role: StaffRole | null
}

const NAME_CHARS_MAX = 120

/** The roles by precedence: a person with several mapped groups gets the first of these roles. */
const ROLES_BY_PRECEDENCE: readonly StaffRole[] = ['admin', 'finance', 'support', 'auditor']

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
  /**
   * Some providers send a string instead of a boolean. If the claim is absent, all addresses of the provider count as
   * verified.
   */
  email_verified: z.union([z.boolean(), z.stringbool()]).default(true).catch(false),
  name: z.string().trim().optional().catch(undefined),
})

const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])

/** Reads the identity from the validated claims of the ID token and the user info. */
export function readIdentity(
  claims: Record<string, unknown>,
  { groupsClaim, roles }: Pick<ProviderConfig, 'groupsClaim' | 'roles'>,
): Identity {
  const { iss, sub, email, email_verified: isVerified, name } = Claims.parse(claims)
  const groups = Groups.parse(claims[groupsClaim])
  const displayName = (name ?? '').replaceAll('\0', '') || email || sub
  return {
    issuer: iss,
    subject: sub,
    email: isVerified ? (email ?? null) : null,
    name: Array.from(displayName).slice(0, NAME_CHARS_MAX).join(''),
    role: ROLES_BY_PRECEDENCE.find((role) => groups.some((group) => roles.get(group) === role)) ?? null,
  }
}
