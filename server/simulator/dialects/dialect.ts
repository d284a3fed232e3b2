/** `problem`: the errors of API Pix (RFC 7807). `erros`: the errors of Banco do Brasil and of its gateway. */
export type ErrorForm = 'problem' | 'erros'

export type HeaderForm = 'uuid' | 'client_id' | 'token'

/** The dialect of one PSP: its requirements for requests, and the deviations of its answers from the standard. */
export interface Dialect {
  readonly token: {
    /**
     * Where a token request must contain the credentials. `id_in_body` needs no secret. `any` accepts `basic` and
     * `body`.
     */
    readonly credentials: 'any' | 'basic' | 'body' | 'id_in_body'
    readonly encoding: 'form' | 'json'
    readonly grantType: 'body' | 'query'
    /** Whether a token request must have scopes. */
    readonly scope: 'required' | 'optional'
    /** Whether a client that may not have all requested scopes gets a token with fewer scopes, instead of a refusal. */
    readonly grantsFewer?: boolean
    /** The maximum number of token requests of a client within a minute, including refused requests. */
    readonly requestsPerMinuteMax?: number
  }
  /**
   * Headers that each call except the token request must have. `uuid`: the value is a UUID. `client_id`: the value is
   * the client id of the token. `token`: the value is the token.
   */
  readonly headers?: Readonly<Record<string, HeaderForm>>
  /** Query parameters that each call except the token request must have, with any value. */
  readonly query?: readonly string[]
  /** The version of `/cob/{txid}` in the path. By default, it is the version of all other resources, `v2`. */
  readonly cobVersion?: string
  /** Whether the PSP refuses times with milliseconds in queries. By default, it accepts them. */
  readonly refusesMilliseconds?: boolean
  /** Statuses of successful calls that differ from the standard, such as `{ 'PUT cob': 200 }`. */
  readonly statuses?: Readonly<Record<string, number>>
  /** Names of members of a charge that differ from the standard, by standard name. */
  readonly cobMembers?: Readonly<Record<string, string>>
  readonly errors?: ErrorForm
  readonly webhook?: {
    /** The path that is appended to the registered URL. The default is `/pix`. */
    readonly suffix?: string
    /** The body of the test call that the PSP sends to a URL before it registers the URL. */
    readonly ping?: Readonly<Record<string, string>>
    /** If a registration lacks this header, the URL must refuse calls without the client certificate of the PSP. */
    readonly skipMtlsHeader?: string
  }
  /** The maximum number of items on one page. The default is 1000. A request for more items gets this many. */
  readonly pageItemsMax?: number
}
