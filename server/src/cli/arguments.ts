import { InvalidArgumentError } from 'commander'

/** Parses a non-negative integer of at most 9 digits. @throws InvalidArgumentError */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number of at most 9 digits is needed.')
  return Number(text)
}

/** Parses a non-negative amount in centavos. @throws InvalidArgumentError */
export function parseCents(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('A whole number of centavos is needed.')
  return BigInt(text)
}

/** Parses an ISO 8601 date-time. A time zone is required. @throws InvalidArgumentError */
export function parseDateTime(text: string): Date {
  const date = new Date(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? text : NaN)
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('A date-time like 2027-01-31T12:00:00Z is needed.')
  return date
}

/** Splits a list of names at its commas. */
export const parseNames = (text: string): string[] => text.split(',').map((name) => name.trim())

/** Parses the name of a person. @throws InvalidArgumentError */
export function parsePerson(text: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,79}$/u.test(text))
    throw new InvalidArgumentError(
      'A name of at most 80 letters, digits, spaces and . _ @ + - is needed. It must begin with a letter or digit.',
    )
  return text
}
