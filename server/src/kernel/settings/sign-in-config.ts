import { z } from 'zod'

/** The console's roles, which groups of the identity provider are mapped to. */
export const MAPPED_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
type MappedRole = (typeof MAPPED_ROLES)[number]

/** The company's identity provider (OpenID Connect). */
export interface ProviderConfig {
  issuer: string
  clientId: string
  /** How the console calls it: «Entrar com …». */
  name: string
  scopes: string
  /** The claim that lists a person's groups. */
  groupsClaim: string
  /** The role of each group that has one. */
  roles: ReadonlyMap<string, MappedRole>
}

/** How people get into the console. */
export interface SignInConfig {
  /** Undefined where people sign in with passwords alone. */
  provider: ProviderConfig | undefined
  /** `break-glass`: with a password only administrators, for the day on which the provider is away. */
  local: 'on' | 'break-glass'
}

type Environment = Record<string, string | undefined>

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_MAP'] as const
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * The variables, for this environment: as soon as one of the provider's is there, or passwords are to be for
 * administrators alone, the others have to be. Plain http is for a provider on loopback, in development.
 */
export function signInVariables(environment: Environment) {
  const isWanted =
    REQUIRED.some((name) => (environment[name] ?? '') !== '') ||
    environment['LOCAL_SIGN_IN'] === 'break-glass'
  const isDevelopment = environment['EMBEDDED'] === '1' || environment['DEV_MODE'] === '1'
  const wanted = <S extends z.ZodType>(schema: S): S | z.ZodOptional<S> =>
    isWanted ? schema : schema.optional()
  return {
    OIDC_ISSUER: wanted(
      z.string().refine((text) => isIssuer(text, isDevelopment), 'is an https address without ? and #'),
    ),
    OIDC_CLIENT_ID: wanted(z.string().min(1)),
    OIDC_CLIENT_SECRET: wanted(z.string().min(1)),
    OIDC_ROLE_MAP: wanted(z.string().transform((text, check) => roleMap(text) ?? fail(check))),
    OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
    OIDC_SCOPES: z
      .string()
      .regex(/(^| )openid( |$)/, 'names openid, apart from the others by blanks')
      .default('openid email profile'),
    OIDC_NAME: z.string().min(1).max(40).optional(),
    LOCAL_SIGN_IN: z.enum(['on', 'break-glass']).default('on'),
  }
}

type SignInEnv = z.infer<z.ZodObject<ReturnType<typeof signInVariables>>>

export function toSignInConfig(env: SignInEnv): SignInConfig {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLE_MAP: roles, LOCAL_SIGN_IN: local } = env
  if (issuer === undefined || clientId === undefined || roles === undefined)
    return { provider: undefined, local }
  const provider = {
    issuer,
    clientId,
    name: env.OIDC_NAME ?? new URL(issuer).host,
    scopes: env.OIDC_SCOPES,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    roles,
  }
  return { provider, local }
}

function isIssuer(text: string, isDevelopment: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search !== '' || hash !== '' || username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isDevelopment && LOOPBACK.has(hostname))
}

/** `group=role,…`; undefined when a role is unknown or a group is named twice. */
function roleMap(text: string): ReadonlyMap<string, MappedRole> | undefined {
  const pairs = text.split(',')
  const known = pairs.flatMap((pair) => {
    const at = pair.lastIndexOf('=')
    const group = pair.slice(0, Math.max(at, 0)).trim()
    const role = MAPPED_ROLES.find((one) => one === pair.slice(at + 1).trim())
    return group === '' || role === undefined ? [] : [[group, role] as const]
  })
  const roles = new Map(known)
  return roles.size === pairs.length ? roles : undefined
}

function fail(check: z.RefinementCtx): never {
  check.addIssue({
    code: 'custom',
    message: `is a comma list of group=role, each group once; roles: ${MAPPED_ROLES.join(', ')}`,
  })
  return z.NEVER
}
