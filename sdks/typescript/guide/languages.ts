/** The arguments of one call of the verification function in a snippet of the webhook guide. */
export interface Case {
  secret: string
  /** The value of the header `x-svc-signature`. */
  header: string
  body: string
  /** The current time in seconds since 1970. */
  now: number
}

/** A programming language of the snippets in the webhook guide. */
export interface Language {
  name: string
  /** The name of the language at the start of the guide's code block, such as `js`. */
  block: string
  /** Commands that succeed if the machine can run the language. */
  needs: [string, ...string[]][]
  /**
   * Returns the files of a program, by name. The program calls the snippet's verification function with each case, and
   * prints one line with `true` or `false` for each case.
   */
  files: (snippet: string, cases: readonly Case[]) => Record<string, string>
  /** The commands that build and run the program. The last command prints the lines. */
  commands: [string, ...string[]][]
}

const quoted = (text: string): string => JSON.stringify(text)

/** Returns a PHP string in single quotes, because PHP replaces variables in double quotes. */
const quotedOnce = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

const lines = (cases: readonly Case[], line: (one: Case) => string): string => cases.map(line).join('\n')

const NODE: Language = {
  name: 'Node',
  block: 'js',
  needs: [[process.execPath, '--version']],
  files: (snippet, cases) => ({
    'main.mjs': `${snippet}
const check = (secret, header, body, now) => console.log(isSigned(secret, header, Buffer.from(body), now))
${lines(cases, ({ secret, header, body, now }) => `check(${[secret, header, body].map(quoted).join(', ')}, ${now})`)}
`,
  }),
  commands: [[process.execPath, 'main.mjs']],
}

const PYTHON: Language = {
  name: 'Python',
  block: 'python',
  needs: [['python3', '--version']],
  files: (snippet, cases) => ({
    'main.py': `${snippet}
check = lambda *given: print(str(is_signed(*given)).lower())
${lines(cases, ({ secret, header, body, now }) => `check(${quoted(secret)}, ${quoted(header)}, ${quoted(body)}.encode(), ${now})`)}
`,
  }),
  commands: [['python3', 'main.py']],
}

const GO: Language = {
  name: 'Go',
  block: 'go',
  needs: [['go', 'version']],
  files: (snippet, cases) => ({
    'go.mod': 'module snippet\n\ngo 1.21\n',
    'webhooks.go': snippet,
    'main.go': `package main

import (
	"fmt"
	"time"
)

func main() {
	check := func(secret, header, body string, now int64) {
		fmt.Println(IsSigned(secret, header, []byte(body), time.Unix(now, 0)))
	}
${lines(cases, ({ secret, header, body, now }) => `	check(${[secret, header, body].map(quoted).join(', ')}, ${now})`)}
}
`,
  }),
  commands: [['go', 'run', '.']],
}

const JAVA: Language = {
  name: 'Java',
  block: 'java',
  needs: [['javac', '--version']],
  files: (snippet, cases) => ({
    'Webhooks.java': snippet,
    'Main.java': `import java.nio.charset.StandardCharsets;

class Main {
    static void check(String secret, String header, String body, long now) throws Exception {
        System.out.println(Webhooks.isSigned(secret, header, body.getBytes(StandardCharsets.UTF_8), now));
    }

    public static void main(String[] args) throws Exception {
${lines(cases, ({ secret, header, body, now }) => `        check(${[secret, header, body].map(quoted).join(', ')}, ${now}L);`)}
    }
}
`,
  }),
  commands: [
    ['javac', 'Webhooks.java', 'Main.java'],
    ['java', '-cp', '.', 'Main'],
  ],
}

const PHP: Language = {
  name: 'PHP',
  block: 'php',
  needs: [['php', '--version']],
  files: (snippet, cases) => ({
    'main.php': `${snippet}
$check = function (string $secret, string $header, string $body, int $now): void {
    echo var_export(is_signed($secret, $header, $body, $now), true), "\\n";
};
${lines(cases, ({ secret, header, body, now }) => `$check(${[secret, header, body].map(quotedOnce).join(', ')}, ${now});`)}
`,
  }),
  commands: [['php', 'main.php']],
}

const CSHARP: Language = {
  name: 'C#',
  block: 'csharp',
  needs: [
    ['mcs', '--version'],
    ['mono', '--version'],
  ],
  files: (snippet, cases) => ({
    'Webhooks.cs': snippet,
    'Program.cs': `public static class Program
{
    static void Check(string secret, string header, string body, long now)
    {
        var signed = Webhooks.IsSigned(secret, header, System.Text.Encoding.UTF8.GetBytes(body), now);
        System.Console.WriteLine(signed ? "true" : "false");
    }

    public static void Main()
    {
${lines(cases, ({ secret, header, body, now }) => `        Check(${[secret, header, body].map(quoted).join(', ')}, ${now});`)}
    }
}
`,
  }),
  commands: [
    ['mcs', '-out:main.exe', 'Webhooks.cs', 'Program.cs'],
    ['mono', 'main.exe'],
  ],
}

/** The languages of the webhook guide, in the order of the guide. */
export const GUIDE_LANGUAGES: readonly Language[] = [NODE, PYTHON, GO, JAVA, PHP, CSHARP]
