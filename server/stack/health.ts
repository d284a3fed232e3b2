/**
 * Health check of the Docker image: exits with 0 when the server is ready. A worker is not checked, because it has no
 * HTTP server.
 */
const { ROLE, PORT } = process.env

async function isReady(): Promise<boolean> {
  if (ROLE === 'worker') return true
  const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
  return answer?.ok ?? false
}

process.exit((await isReady()) ? 0 : 1)
