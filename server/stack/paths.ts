import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The absolute paths of the stack on this machine. */
export interface StackPaths {
  root: string
  dataDir: string
  logs: string
  console: string
  /** Returns the path of a compiled program of the server, given its path in the sources, such as `src/main.js`. */
  program: (path: string) => string
}

const LOG_BYTES_MAX = 20 * 1024 * 1024

/** Finds the checkout that contains this file. `dataDir` is relative to the root of the checkout. */
export function findPaths(dataDir: string): StackPaths {
  let root = import.meta.dirname
  while (!existsSync(join(root, 'pnpm-workspace.yaml'))) {
    if (root === dirname(root))
      throw new Error('No parent folder has a pnpm-workspace.yaml: run the stack from a checkout')
    root = dirname(root)
  }
  const absolute = resolve(root, dataDir)
  return {
    root,
    dataDir: absolute,
    logs: join(absolute, 'logs'),
    console: join(root, 'console', 'dist'),
    program: (path) => join(root, 'server', 'dist', path),
  }
}

/** Returns the path of a log file. First renames a file above 20 MiB to `.1`, replacing the previous `.1`. */
export function logFile(paths: StackPaths, name: string): string {
  mkdirSync(paths.logs, { recursive: true })
  const file = join(paths.logs, `${name}.log`)
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  return file
}
