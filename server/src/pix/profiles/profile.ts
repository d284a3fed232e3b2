import { z } from 'zod'

/** The operations of the adapter, in the names that metrics use. */
export const PROFILE_OPERATIONS = [
  'issue',
  'find',
  'remove',
  'list_received',
  'list_removed',
  'request_return',
  'find_return',
  'register_callback',
  'find_callback',
] as const
export type ProfileOperation = (typeof PROFILE_OPERATIONS)[number]

/** The method and the path of each operation, as the standard names them. */
export const METHOD_OF: Record<ProfileOperation, string> = {
  issue: 'PUT /cob/{txid}',
  find: 'GET /cob/{txid}',
  remove: 'PATCH /cob/{txid}',
  list_received: 'GET /pix',
  list_removed: 'GET /cob',
  request_return: 'PUT /pix/{e2eid}/devolucao/{id}',
  find_return: 'GET /pix/{e2eid}/devolucao/{id}',
  register_callback: 'PUT /webhook/{chave}',
  find_callback: 'GET /webhook/{chave}',
}

/** All scopes of API Pix that the adapter needs. */
export const SCOPES = ['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write']

/**
 * The source of the value of a header or query parameter. `clientId` and `appKey` are settings of the account.
 * `correlationId` is a new UUID for each call. `accessToken` is the token of the call.
 */
const ValueSource = z.enum(['clientId', 'appKey', 'correlationId', 'accessToken'])
export type ValueSource = z.infer<typeof ValueSource>

const Values = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]*$/), ValueSource)

const Token = z.strictObject({
  /**
   * Where the token request has the credentials. `basic`: in the Authorization header. `body`: client id and secret in
   * the body. `id_in_body`: the client id in the body and no secret, because the client certificate identifies the
   * client.
   */
  auth: z.enum(['basic', 'body', 'id_in_body']).default('basic'),
  encoding: z.enum(['form', 'json']).default('form'),
  grantType: z.enum(['body', 'query']).default('body'),
  /** The requested scopes, in the body. With an empty list, the request has no `scope`. */
  scopes: z.array(z.string()).readonly().default(SCOPES),
  /**
   * Whether the PSP may answer 200 and grant fewer scopes than requested. If true, the granted scopes are the scopes in
   * `scope` of the answer.
   */
  grantsFewerScopes: z.boolean().default(false),
})

const Resource = (path: string) =>
  z
    .strictObject({
      path: z.string().startsWith('/').default(path),
      /** The version that replaces the version at the end of the base URL. */
      version: z
        .string()
        .regex(/^v\d+$/)
        .optional(),
    })
    .prefault({})

/** The members of an error body that name the violations of a request. */
const ViolationForm = z.strictObject({ list: z.string(), reason: z.string(), property: z.string() })

const Errors = z.strictObject({
  /** The forms in which the PSP lists violations. The adapter reads all of these forms. */
  violations: z
    .array(ViolationForm)
    .readonly()
    .default([{ list: 'violacoes', reason: 'razao', property: 'propriedade' }]),
  /**
   * A member that only the errors of the PSP's gateway have. The gateway has no records of charges, so such an error
   * never proves that a record does not exist.
   */
  gatewayMember: z.string().optional(),
})

const Webhook = z.strictObject({
  /** The PSP appends this path to the registered URL. */
  suffix: z.enum(['/pix', '']).default('/pix'),
  /** The body of the test call that the PSP sends before it registers a URL. */
  ping: z.record(z.string(), z.string()).optional(),
  /** Headers of the registration while the service's callback route requires no client certificate. */
  headersWithoutMtls: z.record(z.string(), z.string()).default({}),
})

const STANDARD_SUCCESS: Record<ProfileOperation, number[]> = {
  issue: [201],
  find: [200],
  remove: [200],
  list_received: [200],
  list_removed: [200],
  request_return: [201],
  find_return: [200],
  register_callback: [200],
  find_callback: [200],
}

/**
 * Validates the profile of one PSP. Each default follows the Central Bank's API Pix 2.9, so a profile contains only the
 * deviations of its PSP.
 */
export const ProfileSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/),
    /** The name of the PSP as people write it. */
    title: z.string().min(1),
    token: Token.prefault({}),
    /** Which requests need a client certificate in production. */
    clientCertificate: z.enum(['none', 'calls', 'token_and_calls']).default('none'),
    /** Headers of each call except the token request. */
    headers: Values.default({}),
    /** Headers of each sandbox call except the token request, in addition to `headers`. */
    sandboxHeaders: Values.default({}),
    /** Query parameters of each call except the token request. */
    query: Values.default({}),
    resources: z
      .strictObject({
        cob: Resource('/cob/{txid}'),
        cobs: Resource('/cob'),
        pix: Resource('/pix'),
        devolucao: Resource('/pix/{e2eid}/devolucao/{id}'),
        webhook: Resource('/webhook/{chave}'),
      })
      .prefault({}),
    /** Methods of the standard that the PSP does not have. A method that the adapter needs cannot be missing. */
    missing: z.array(z.string()).readonly().default([]),
    /** The precision of the times in queries. */
    timestamps: z.enum(['seconds', 'milliseconds']).default('seconds'),
    /**
     * The statuses with which the PSP reports success. For a charge or a return, the adapter accepts every 2xx with a
     * readable record, because a status alone proves nothing. For a page of a list, the adapter accepts only these
     * statuses. The homologation check reports every other 2xx as a deviation.
     */
    success: z
      .partialRecord(z.enum(PROFILE_OPERATIONS), z.array(z.number().int().min(200).max(299)).min(1))
      .default({})
      .transform((changes) => ({ ...STANDARD_SUCCESS, ...changes })),
    /** The names that the PSP uses for members of a charge, by the standard name of the member. */
    cobAliases: z.record(z.string(), z.array(z.string())).default({}),
    errors: Errors.prefault({}),
    webhook: Webhook.prefault({}),
    pages: z
      .strictObject({
        /** The number of items that the adapter requests for each page of a list. */
        items: z.number().int().min(1).max(1000).default(500),
      })
      .prefault({}),
    rateLimits: z
      .strictObject({
        /**
         * The pause in milliseconds after the first refused token request. The pause doubles with each further refusal,
         * up to `tokenPauseMaxMs`.
         */
        tokenPauseMs: z.number().int().min(250).default(1_000),
        tokenPauseMaxMs: z.number().int().max(600_000).default(30_000),
      })
      .prefault({}),
    /**
     * Each deviation of the PSP, and the document that describes the deviation. The tests with the PSP (homologation)
     * confirm deviations.
     */
    quirks: z
      .array(z.strictObject({ text: z.string().min(1), source: z.string().min(1) }))
      .readonly()
      .default([]),
  })
  .check((context) => {
    for (const operation of PROFILE_OPERATIONS) {
      if (!context.value.missing.includes(METHOD_OF[operation])) continue
      context.issues.push({
        code: 'custom',
        input: context.value.missing,
        path: ['missing'],
        message: `the adapter needs ${METHOD_OF[operation]}`,
      })
    }
  })

/** A profile as data: only the deviations from the standard. */
export type ProfileData = z.input<typeof ProfileSchema>

/** A complete profile of a PSP. */
export type Profile = z.output<typeof ProfileSchema>

/** Checks a profile and adds the defaults of the standard. @throws ZodError that names each invalid member. */
export const makeProfile = (data: ProfileData): Profile => ProfileSchema.parse(data)
