import { expect, test } from 'vitest'
import { cookieForm, providerCookieForm, readToken, writeCookie } from './session-cookie.ts'

const TOKEN = 'a'.repeat(43)

test('over https the cookie has the __Host- prefix and is Secure', () => {
  expect(writeCookie(cookieForm('https://console.exemplo.com.br'), TOKEN, 60)).toBe(
    `__Host-svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
  )
})

test('over http, in development, the cookie has no __Host- prefix', () => {
  expect(writeCookie(cookieForm('http://127.0.0.1:3000'), TOKEN, 60)).toBe(
    `svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`,
  )
})

test('with an identity provider the cookies are SameSite=Lax', () => {
  expect(writeCookie(cookieForm('https://console.exemplo.com.br', 'Lax'), TOKEN, 60)).toBe(
    `__Host-svc_console=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(writeCookie(providerCookieForm('https://console.exemplo.com.br'), TOKEN, 60)).toBe(
    `__Host-svc_oidc=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
})

test.each([
  [`svc_console=${TOKEN}`, TOKEN],
  [`theme=dark; svc_console=${TOKEN}; x=y`, TOKEN],
  [`__Host-svc_console=${TOKEN}`, undefined],
  ['svc_console=short', undefined],
  [`svc_console=${'!'.repeat(43)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('the cookie header %s has the token %s', (header, token) => {
  expect(readToken(cookieForm('http://127.0.0.1:3000'), header)).toBe(token)
})
