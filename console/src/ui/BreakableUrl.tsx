import { Fragment } from 'react'

/** Splits a text after each slash, question mark, ampersand and dot that another character follows. */
const PARTS = /(?<=[/?&.])(?=[^/?&.])/

/** A URL that may wrap to the next line after a separator, but not in the middle of a word. */
export function BreakableUrl({ url }: { url: string }) {
  return url.split(PARTS).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
