import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Where things lie on this machine. All paths are absolute. */
export interface StackPaths {
  root: string
  dataDir: string
  logs: string
  console: string
  /** A compiled program of the server, by its path among the sources: `src/main.js`. */
  program: (path: string) => string
}

const LOG_BYTES_MAX = 20 * 1024 * 1024

/** Finds the checkout that this file belongs to. `dataDir` is relative to its root. */
export function findPaths(dataDir: string): StackPaths {
  let root = import.meta.dirname
  while (!existsSync(join(root, 'pnpm-workspace.yaml'))) {
    if (root === dirname(root)) throw new Error('stack: not inside a checkout')
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

/** The log file of that name; one grown too large is set aside first, and the one set aside before it forgotten. */
export function logFile(paths: StackPaths, name: string): string {
  mkdirSync(paths.logs, { recursive: true })
  const file = join(paths.logs, `${name}.log`)
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  return file
}
