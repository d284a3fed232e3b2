const CALL_TIMEOUT_MS = 5_000

/**
 * Sends a POST request. Returns the JSON object of a 2xx response; an empty object for any other response or an error.
 */
export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const answer: unknown = await response.json()
    return response.ok && typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch {
    return {}
  }
}
