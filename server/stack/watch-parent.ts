const POLL_MS = 500

/** Calls `onParentExit` once the parent process has ended, because nothing else would stop this process then. */
export function watchParent(onParentExit: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onParentExit()
  }, POLL_MS)
  timer.unref()
}
