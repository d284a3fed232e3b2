import { z } from 'zod'

/** The console roles that groups of the identity provider can map to. */
export const MAPPED_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
type MappedRole = (typeof MAPPED_ROLES)[number]

/** The company's identity provider (OpenID Connect). */
export interface ProviderConfig {
  issuer: string
  clientId: string
  /** The display name on the sign-in page: «Entrar com …». */
  name: string
  scopes: string
  /** The claim that lists a person's groups. */
  groupsClaim: string
  /** The console role of each group. */
  roles: ReadonlyMap<string, MappedRole>
}

/** The enabled ways to sign in to the console. */
export interface SignInConfig {
  /** The identity provider; undefined if people sign in with passwords only. */
  provider: ProviderConfig | undefined
  /**
   * Defines who may sign in with a password. With `break-glass`, only administrators may sign in with a password, in
   * case the identity provider fails.
   */
  local: 'on' | 'break-glass'
}

type Environment = Record<string, string | undefined>

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_MAP'] as const
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Returns the schema of the sign-in variables. The variables in REQUIRED must all be set if one of them is set, or if
 * LOCAL_SIGN_IN is `break-glass`. An issuer with plain http is allowed only on loopback in development.
 */
export function signInVariables(environment: Environment) {
  const usesProvider =
    REQUIRED.some((name) => (environment[name] ?? '') !== '') ||
    environment['LOCAL_SIGN_IN'] === 'break-glass'
  const isDevelopment = environment['EMBEDDED'] === '1' || environment['DEV_MODE'] === '1'
  const required = <S extends z.ZodType>(schema: S): S | z.ZodOptional<S> =>
    usesProvider ? schema : schema.optional()
  return {
    OIDC_ISSUER: required(
      z
        .string()
        .refine((text) => isIssuer(text, isDevelopment), 'must be an https URL without query and fragment'),
    ),
    OIDC_CLIENT_ID: required(z.string().min(1)),
    OIDC_CLIENT_SECRET: required(z.string().min(1)),
    OIDC_ROLE_MAP: required(z.string().transform((text, check) => roleMap(text) ?? fail(check))),
    OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
    OIDC_SCOPES: z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain openid; separate scopes with spaces')
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

/** Parses `group=role,…`. Returns undefined when a group is empty or occurs twice, or a role is unknown. */
function roleMap(text: string): ReadonlyMap<string, MappedRole> | undefined {
  const pairs = text.split(',')
  const entries = pairs.flatMap((pair) => {
    const at = pair.lastIndexOf('=')
    const group = pair.slice(0, Math.max(at, 0)).trim()
    const role = MAPPED_ROLES.find((one) => one === pair.slice(at + 1).trim())
    return group === '' || role === undefined ? [] : [[group, role] as const]
  })
  const roles = new Map(entries)
  return roles.size === pairs.length ? roles : undefined
}

function fail(check: z.RefinementCtx): never {
  check.addIssue({
    code: 'custom',
    message: `must be a comma-separated list of group=role with each group once; roles: ${MAPPED_ROLES.join(', ')}`,
  })
  return z.NEVER
}
