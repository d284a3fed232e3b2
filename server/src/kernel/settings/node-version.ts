/** The oldest major version of Node.js that runs the service. This number must equal `engines` in package.json. */
export const NODE_MAJOR_MIN = 24

/**
 * Ends the process with exit code 1 and a one-line message when Node.js is too old. Entry files call this function
 * before any other import. On an older version, a package would fail to load a built-in module, with a stack trace that
 * does not name the cause.
 */
export function requireNode(): void {
  const fault = nodeFault(process.versions.node)
  if (fault === undefined) return
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

/** Returns an error message for an unsupported version of Node.js, such as `20.20.2`; undefined for a supported one. */
export function nodeFault(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return undefined
  return (
    `Node.js ${version} is too old: run this program with Node.js ${NODE_MAJOR_MIN} or newer, ` +
    'for example the one in node_modules/.bin/node.'
  )
}
