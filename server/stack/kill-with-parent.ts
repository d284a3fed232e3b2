import { spawn, type ChildProcess } from 'node:child_process'

/** A shell script that waits until its input closes, then ends the process `$1`. A zombie process counts as ended. */
const SCRIPT = `
ended() {
  kill -0 "$1" 2>/dev/null || return 0
  { read -r line < "/proc/$1/stat"; } 2>/dev/null || return 1
  case "$line" in *') Z '*) return 0 ;; esac
  return 1
}
while read -r line; do :; done
kill -$2 "$1" 2>/dev/null
tries=0
until ended "$1" || [ $tries -ge 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -KILL "$1" 2>/dev/null
[ -z "$3" ] || rm -rf "$3"
`

/**
 * Makes sure that `child` ends when this process ends, even by SIGKILL. A small shell reads from a pipe that closes
 * when this process ends. When the pipe closes, the shell sends `signal` to the child, and deletes `folder` once the
 * child has ended.
 * @returns a function that stops the shell. The shell also stops when the child exits.
 */
export function killWithParent(
  child: ChildProcess,
  signal: 'INT' | 'TERM' | 'QUIT',
  folder?: string,
): () => void {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(child.pid), signal, folder ?? ''], {
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
