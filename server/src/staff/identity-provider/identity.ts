import { z } from 'zod'
import type { ProviderConfig } from '../../kernel/settings/sign-in-config.ts'
import type { StaffRole } from '../permissions.ts'

/** A person, as the identity provider knows them. */
export interface Identity {
  issuer: string
  /** The provider's name of them, which never passes to another. */
  subject: string
  /** In lower case; null when there is none that the provider vouches for. */
  email: string | null
  name: string
  /** Null when none of their groups has a role. */
  role: StaffRole | null
}

const NAME_CHARS_MAX = 120

/** Whoever is in several groups has the role that stands first here. */
const ROLES_BY_PRECEDENCE: readonly StaffRole[] = ['admin', 'finance', 'support', 'auditor']

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
  /** Some providers write it as a text. Absent, the provider has no unverified addresses. */
  email_verified: z.union([z.boolean(), z.stringbool()]).default(true).catch(false),
  name: z.string().trim().optional().catch(undefined),
})

const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([])

/** What the console needs of the claims about a person. Claims are the provider's word: nothing else is believed. */
export function readIdentity(
  claims: Record<string, unknown>,
  { groupsClaim, roles }: Pick<ProviderConfig, 'groupsClaim' | 'roles'>,
): Identity {
  const { iss, sub, email, email_verified: isVerified, name } = Claims.parse(claims)
  const groups = Groups.parse(claims[groupsClaim])
  const shown = (name ?? '').replaceAll('\0', '') || email || sub
  return {
    issuer: iss,
    subject: sub,
    email: isVerified ? (email ?? null) : null,
    name: Array.from(shown).slice(0, NAME_CHARS_MAX).join(''),
    role: ROLES_BY_PRECEDENCE.find((role) => groups.some((group) => roles.get(group) === role)) ?? null,
  }
}
