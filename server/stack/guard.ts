import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Sees to it that `child` does not outlive us, even when we are killed with SIGKILL: a small shell holds the other end
 * of a pipe that breaks with our death, then sends `signal` to the child and deletes `folder` once the child is gone.
 * @returns a function that ends the guard; it ends by itself with the child.
 */
export function guard(child: ChildProcess, signal: 'INT' | 'TERM' | 'QUIT', folder?: string): () => void {
  const script = [
    'while read -r line; do :; done',
    `kill -${signal} "$1" 2>/dev/null`,
    'tries=0; while kill -0 "$1" 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done',
    'kill -KILL "$1" 2>/dev/null',
    '[ -z "$2" ] || rm -rf "$2"',
  ].join('\n')
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid), folder ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  shell.unref()
  const release = (): void => {
    shell.kill('SIGKILL')
  }
  child.once('exit', release)
  return release
}
