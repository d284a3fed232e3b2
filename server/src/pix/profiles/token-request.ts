import type { Profile } from './profile.ts'

const GRANT = { grant_type: 'client_credentials' }

export interface TokenRequest {
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: string
}

/** Returns the token request (RFC 6749, 4.4) in the form that the PSP's profile describes. */
export function tokenRequest(
  { token }: Profile,
  account: { tokenUrl: string; clientId: string; clientSecret: string },
): TokenRequest {
  const { clientId, clientSecret } = account
  const members = {
    ...(token.grantType === 'body' ? GRANT : {}),
    ...(token.auth === 'basic' ? {} : { client_id: clientId }),
    ...(token.auth === 'body' ? { client_secret: clientSecret } : {}),
    ...(token.scopes.length === 0 ? {} : { scope: token.scopes.join(' ') }),
  }
  const isJson = token.encoding === 'json'
  return {
    method: 'POST',
    url: token.grantType === 'query' ? withQuery(account.tokenUrl, GRANT) : account.tokenUrl,
    headers: {
      ...(token.auth === 'basic' ? { authorization: basic(clientId, clientSecret) } : {}),
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: isJson ? JSON.stringify(members) : new URLSearchParams(members).toString(),
  }
}

function withQuery(url: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values).toString()
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/**
 * Returns the Authorization header for HTTP Basic. Form-encodes the client id and the secret before joining the two
 * (RFC 6749, 2.3.1).
 */
function basic(clientId: string, clientSecret: string): string {
  const pair = [clientId, clientSecret].map((part) => new URLSearchParams([['', part]]).toString().slice(1))
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`
}
