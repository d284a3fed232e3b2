/** The image's health check: ends with 0 when the server beside it is ready. A worker serves nothing that could be asked. */
const { ROLE, PORT } = process.env

async function isReady(): Promise<boolean> {
  if (ROLE === 'worker') return true
  const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
  return answer?.ok ?? false
}

process.exit((await isReady()) ? 0 : 1)
