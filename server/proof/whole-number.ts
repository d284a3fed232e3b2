import { InvalidArgumentError } from 'commander'

/**
 * Returns a parser of a positive whole number with at most `digitsMax` digits, for the option of a command. The parser
 * throws InvalidArgumentError.
 */
export const wholeNumber =
  (digitsMax: number) =>
  (text: string): number => {
    if (!/^[1-9]\d*$/.test(text) || text.length > digitsMax)
      throw new InvalidArgumentError(`It must be a positive whole number of at most ${digitsMax} digits.`)
    return Number(text)
  }
