import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '..', '..', 'server', 'docs', 'guides', 'en', 'webhooks.md')

interface Vector {
  secret: string
  header: string
  body: string
  t: string
}

interface Language {
  name: string
  /** The language of the code block. */
  block: string
  /** The command that shows whether the language is on the machine. */
  version: [string, ...string[]]
  /** Returns files that print `true false` for a valid and an invalid signature. */
  files: (snippet: string, vector: Vector) => Record<string, string>
  command: [string, ...string[]]
}

const quoted = (text: string): string => JSON.stringify(text)

const LANGUAGES: Language[] = [
  {
    name: 'Python',
    block: 'python',
    version: ['python3', '--version'],
    files: (snippet, { secret, header, body, t }) => ({
      'main.py': `${snippet}
body = ${quoted(body)}.encode()
check = lambda raw: str(is_signed(${quoted(secret)}, ${quoted(header)}, raw, ${t})).lower()
print(check(body), check(body + b" "))
`,
    }),
    command: ['python3', 'main.py'],
  },
  {
    name: 'Go',
    block: 'go',
    version: ['go', 'version'],
    files: (snippet, { secret, header, body, t }) => ({
      'go.mod': 'module snippet\n\ngo 1.21\n',
      'webhooks.go': snippet,
      'main.go': `package main

import (
	"fmt"
	"time"
)

func main() {
	check := func(body string) bool {
		return IsSigned(${quoted(secret)}, ${quoted(header)}, []byte(body), time.Unix(${t}, 0))
	}
	body := ${quoted(body)}
	fmt.Println(check(body), check(body+" "))
}
`,
    }),
    command: ['go', 'run', '.'],
  },
  {
    name: 'Java',
    block: 'java',
    version: ['java', '-version'],
    files: (snippet, { secret, header, body, t }) => ({
      'Main.java': snippet.replace(
        'public final class',
        `class Main {
    static boolean check(String body) throws Exception {
        return Webhooks.isSigned(${quoted(secret)}, ${quoted(header)}, body.getBytes(StandardCharsets.UTF_8), ${t}L);
    }

    public static void main(String[] args) throws Exception {
        String body = ${quoted(body)};
        System.out.println(check(body) + " " + check(body + " "));
    }
}

final class`,
      ),
    }),
    command: ['java', 'Main.java'],
  },
  {
    name: 'PHP',
    block: 'php',
    version: ['php', '--version'],
    files: (snippet, { secret, header, body, t }) => ({
      'main.php': `${snippet}
$check = fn (string $raw): string => var_export(is_signed('${secret}', '${header}', $raw, ${t}), true);
$body = '${body}';
echo $check($body), ' ', $check($body . ' '), "\\n";
`,
    }),
    command: ['php', 'main.php'],
  },
]

/**
 * Runs the snippets of the webhook guide in the languages of this machine, with the test vector of the guide. Returns
 * whether all succeeded. `npm test` runs the JavaScript snippet.
 */
export function runSnippets(folder: string): boolean {
  const guide = readFileSync(GUIDE, 'utf8')
  const field = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(guide)?.[1] ?? ''
  const t = field('t')
  const vector = { secret: field('secret'), header: `t=${t},v1=${field('v1')}`, body: field('body'), t }
  return LANGUAGES.map((language) => runSnippet(language, { guide, vector, folder })).every(Boolean)
}

function runSnippet(
  { name, block, version, files, command }: Language,
  { guide, vector, folder }: { guide: string; vector: Vector; folder: string },
): boolean {
  const [tool, ...versionArgs] = version
  if (spawnSync(tool, versionArgs).status !== 0) {
    process.stdout.write(`not on this machine: ${name}\n`)
    return true
  }
  const [, snippet = ''] = new RegExp(`\`\`\`${block}\\n([\\s\\S]+?)\`\`\``).exec(guide) ?? []
  const cwd = join(folder, block)
  mkdirSync(cwd, { recursive: true })
  for (const [file, text] of Object.entries(files(snippet, vector))) writeFileSync(join(cwd, file), text)
  const [program, ...args] = command
  const { stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  const isOk = stdout.trim() === 'true false'
  process.stdout.write(`${isOk ? 'ok    ' : 'FAILED'} ${name} snippet of the webhook guide\n`)
  if (!isOk) process.stdout.write(`${stdout}${stderr}\n`)
  return isOk
}
