const POLL_MS = 500

/** Calls `onParentExit` when the parent process has ended, because no other process would then stop this process. */
export function watchParent(onParentExit: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onParentExit()
  }, POLL_MS)
  timer.unref()
}
