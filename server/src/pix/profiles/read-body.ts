import { z } from 'zod'
import type { Profile } from './profile.ts'

const AnyObject = z.record(z.string(), z.unknown())

/**
 * Renames the members of a charge to their names in the standard. Keeps a member that already has its standard name.
 */
export function withStandardNames(profile: Profile, value: unknown): unknown {
  const aliases = Object.entries(profile.cobAliases)
  const cob = aliases.length === 0 ? undefined : AnyObject.safeParse(value).data
  if (cob === undefined) return value
  const found = aliases.flatMap(([name, others]) => {
    const alias = name in cob ? undefined : others.find((other) => other in cob)
    return alias === undefined ? [] : [[name, cob[alias]]]
  })
  return { ...cob, ...Object.fromEntries(found) }
}

/** One violation of a request, with the names of the standard. A missing text is empty. */
export interface Violation {
  razao: string
  propriedade: string
}

const Text = z.string().catch('')

/** Reads the violations of an error in every form of the profile. A member of the wrong type is treated as absent. */
export function readViolations(profile: Profile, error: Record<string, unknown>): Violation[] {
  return profile.errors.violations.flatMap(({ list, reason, property }) => {
    const items = error[list]
    if (!Array.isArray(items)) return []
    return items.map((item: unknown) => {
      const violation = AnyObject.safeParse(item).data ?? {}
      return { razao: Text.parse(violation[reason]), propriedade: Text.parse(violation[property]) }
    })
  })
}

/** Returns whether an error comes from the PSP's gateway, which has no records of charges and payments. */
export function isFromGateway(profile: Profile, error: Record<string, unknown>): boolean {
  const { gatewayMember } = profile.errors
  return gatewayMember !== undefined && gatewayMember in error
}
