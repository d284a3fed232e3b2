import { Fragment } from 'react'

/** Splits a text after each slash, question mark, ampersand, dot and underscore that another character follows. */
const PARTS = /(?<=[/?&._])(?=[^/?&._])/

/** A longer part may also wrap after a hyphen, because it could be wider than its container. */
const UNBROKEN_MAX = 20

/** A URL or a code that may wrap to the next line after a separator, but not in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(PARTS).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part.length > UNBROKEN_MAX ? part : <span className="nowrap">{part}</span>}
    </Fragment>
  ))
}
