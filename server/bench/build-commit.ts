import { join } from 'node:path'

/** Runs a command in a folder. @throws Error when the command fails. */
export type Run = (command: string, args: string[], cwd: string) => Promise<void>

/** Checks out a commit of the repository in `root` into the new folder `base`. */
export async function checkOutCommit(
  run: Run,
  { root, base, commit }: Record<'root' | 'base' | 'commit', string>,
): Promise<void> {
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, base], root)
  await run('git', ['checkout', '--quiet', '--detach', commit], base)
}

/** Installs the dependencies of the checkout in `base` and builds its server, without a type check. */
export async function buildServer(run: Run, { root, base }: Record<'root' | 'base', string>): Promise<void> {
  const pnpm = join(root, 'node_modules/.bin/pnpm')
  await run(pnpm, ['install', '--frozen-lockfile', '--prefer-offline', '--silent'], base)
  const tsc = join(base, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', 'server/tsconfig.build.json', '--noCheck'], base)
}
