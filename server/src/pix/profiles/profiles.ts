import { bancoDoBrasil } from './banco-do-brasil.ts'
import { bradesco } from './bradesco.ts'
import { efi } from './efi.ts'
import { inter } from './inter.ts'
import { itau } from './itau.ts'
import { makeProfile, type Profile } from './profile.ts'
import { santander } from './santander.ts'
import { sicoob } from './sicoob.ts'
import { sicredi } from './sicredi.ts'
import { standard } from './standard.ts'

/** The profile of the Central Bank's API Pix, which is the default. */
export const STANDARD = makeProfile(standard)

const ALL = [
  STANDARD,
  ...[bancoDoBrasil, itau, santander, bradesco, sicoob, inter, sicredi, efi].map(makeProfile),
]

/** The profiles of all known PSPs by their names, the standard first. */
export const PROFILES: ReadonlyMap<string, Profile> = new Map(ALL.map((profile) => [profile.name, profile]))

/** The names of all profiles, the standard first. */
export const PROFILE_NAMES: readonly string[] = ALL.map(({ name }) => name)
