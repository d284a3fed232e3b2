/** Words and sentence forms that the repository does not use, each with what to write instead. */
const REJECTED: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /^(who|whoever|whom|whose|whosoever)\b/i, instead: 'begin with the subject' },
  { pattern: /^what(ever)?\b[^?]*\S\s\S[^?]*$/i, instead: 'begin with the subject' },
  { pattern: /\b(the house|doorkeepers?|janitors?|strangers?|chairs?)\b/i, instead: 'the technical term' },
  { pattern: /\b(doors?|rooms)\b/i, instead: 'module, route, resolver or endpoint' },
  { pattern: /\bfar end\b/i, instead: 'PSP, simulator or receiver' },
  { pattern: /\b(is|are|was|were|be|being) (told|asked of|had from)\b/i, instead: 'an active verb' },
  { pattern: /\b(nobody|somebody|everybody)['’]s\b/i, instead: 'the owner by name' },
  { pattern: /\bcomes? of it\b/i, instead: 'results in' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
]

const WORDS_MAX = 30

/** A comment, a test name or a paragraph. */
export interface Prose {
  line: number
  text: string
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length

const cleaned = (comment: string): string =>
  comment
    .replaceAll(/^\s*(\/\*\*?|\*\/|\*|\/\/)\s?/gm, '')
    .replaceAll('*/', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the comments and the test names of a TypeScript file. Successive `//` lines are one text. */
export function proseOfCode(source: string): Prose[] {
  const comments = source.matchAll(/^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)
  const names = source.matchAll(
    /\b(?:test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|[^\\\n])+?)\1/g,
  )
  return [
    ...Array.from(comments, (found) => ({ line: lineAt(source, found.index), text: cleaned(found[0]) })),
    ...Array.from(names, ({ index, 2: name = '' }) => ({
      line: lineAt(source, index),
      text: name.replaceAll(/\\(['"`])/g, '$1'),
    })),
  ]
}

/** Returns the paragraphs and list items of a Markdown file, without headings, code and tables. */
export function proseOfMarkdown(source: string): Prose[] {
  const withoutCode = source.replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, ''))
  const blocks = withoutCode.matchAll(/(?:^(?!\s*$|\||#).+\n?)+?(?=^\s*(?:[-*]|\d+\.)\s|^\s*$|(?![\s\S]))/gm)
  return Array.from(blocks, (found) => ({
    line: lineAt(source, found.index),
    text: found[0]
      .replaceAll(/^\s*([-*]|\d+\.)\s+/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

const sentences = (text: string): string[] =>
  text
    .replaceAll(/\s@throws/g, '. Throws')
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/(?<=[.!?:;|])\s+/)
    .filter((sentence) => sentence !== '')

/** Returns the sentences that break a rule, each with its line and the broken rule. */
export function languageFaults({ line, text }: Prose): { line: number; fault: string }[] {
  return sentences(text).flatMap((sentence) => {
    const rejected = REJECTED.filter(({ pattern }) => pattern.test(sentence)).map(
      ({ instead }) => `write ${instead}: ${sentence}`,
    )
    const words = sentence.split(' ').length
    const long = words > WORDS_MAX ? [`${words} words, at most ${WORDS_MAX}: ${sentence}`] : []
    return [...rejected, ...long].map((fault) => ({ line, fault }))
  })
}
