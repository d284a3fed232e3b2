import { expect, test } from 'vitest'
import { languageFaults, proseOfCode, proseOfMarkdown } from './language-rules.ts'

const faultsIn = (text: string) => languageFaults({ line: 1, text })

test.each([
  'Who asks for less motion sees skeletons stand still',
  'Whoever was known there is known no more',
  'What stands in an account that only we see',
  'The count of a run stands as the house writes.',
  'The janitor asks the network again.',
  'The doors of the module.',
  'It is answered by the far end.',
  'The merchant is told in time.',
  'It was nobody’s guess.',
  'One charge comes of it.',
  'The endpoint is off for good.',
  `A sentence of ${'many '.repeat(30)}words.`,
])('the sentence %j breaks a rule', (text) => {
  expect(faultsIn(text)).toHaveLength(1)
})

test.each([
  'Skeletons do not animate under prefers-reduced-motion.',
  'Sensitive actions require step-up authentication.',
  'Returns null when the session has ended. @throws Problem not_found, reason `charge_not_found`.',
  'Balance of an internal account. Debit balances are negative.',
])('the sentence %j breaks no rule', (text) => {
  expect(faultsIn(text)).toEqual([])
})

test('the prose of code consists of its comments and test names, with their line numbers', () => {
  const source = `const glob = '**/*.ts'
/** First
 *  comment. */
const a = 1 // same line
// Second
// comment.
test('a plain fact', () => {})
test.each([1, 2])('a fact about %i', () => {})
test('the merchant\\'s fact', () => {})
`
  expect(proseOfCode(source)).toEqual([
    { line: 2, text: 'First comment.' },
    { line: 5, text: 'Second comment.' },
    { line: 7, text: 'a plain fact' },
    { line: 8, text: 'a fact about %i' },
    { line: 9, text: "the merchant's fact" },
  ])
})

test('the prose of Markdown consists of its paragraphs and list items, without headings, tables and code', () => {
  const source = `# Title

One paragraph
of two lines.

| a | table |

- First item.
- Second item.

\`\`\`sh
npm start
\`\`\`
`
  expect(proseOfMarkdown(source)).toEqual([
    { line: 3, text: 'One paragraph of two lines.' },
    { line: 8, text: 'First item.' },
    { line: 9, text: 'Second item.' },
  ])
})
