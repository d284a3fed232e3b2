import { z } from 'zod'

/** Splits a URL into the part before the hosts (with the credentials), the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/**
 * Returns one URL for each host of a connection URL, in the order of the hosts. Returns a malformed URL unchanged. As
 * in libpq, commas separate the hosts: `postgresql://user:password@db1:5432,db2:5432/pix`.
 */
export function hostUrls(url: string): string[] {
  const [, start, hosts, rest] = PARTS.exec(url) ?? []
  if (start === undefined || hosts === undefined || rest === undefined) return [url]
  return hosts.split(',').map((host) => start + host + rest)
}

const single = z.url({ protocol: /^postgres(ql)?$/ })

const TARGETS = new Set(['read-write', 'primary'])

/** Returns the values of the parameter `target_session_attrs` in a connection URL. */
const targetsOf = (url: string): string[] => new URL(url).searchParams.getAll('target_session_attrs')

/** A connection URL of PostgreSQL, with one host or several. */
export const databaseUrl = z
  .string()
  .refine((text) => hostUrls(text).every((url) => single.safeParse(url).success), {
    error: 'Invalid URL',
    abort: true,
  })
  .refine(
    (text) => hostUrls(text).length === 1 || hostUrls(text).every((url) => new URL(url).hostname !== ''),
    {
      error: 'each of several hosts needs a name',
      abort: true,
    },
  )
  .refine(
    (text) => {
      const [first = text, ...others] = hostUrls(text)
      return others.length === 0 || targetsOf(first).every((target) => TARGETS.has(target))
    },
    { error: 'with several hosts, target_session_attrs must be read-write, because the service writes' },
  )
