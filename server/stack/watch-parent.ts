const POLL_MS = 500

/** Calls `gone` when whoever started us has ended, killed perhaps, so that nobody is left to stop us. */
export function watchParent(gone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, POLL_MS)
  timer.unref()
}
