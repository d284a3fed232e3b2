/** The oldest major version of Node.js that runs the service. `engines` in package.json says the same. */
export const NODE_MAJOR_MIN = 24

/**
 * Ends the process with exit code 1 and one sentence when Node.js is too old. Entry files call it before they import
 * anything else: older versions lack built-in modules that packages need, and would fail with an unrelated stack.
 */
export function requireNode(): void {
  const fault = nodeFault(process.versions.node)
  if (fault === undefined) return
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

/** Returns what is wrong with a version of Node.js, such as `20.20.2`; undefined if the service runs on it. */
export function nodeFault(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return undefined
  return (
    `Node.js ${version} is too old: run this program with Node.js ${NODE_MAJOR_MIN} or newer, ` +
    'for example the one in node_modules/.bin/node.'
  )
}
