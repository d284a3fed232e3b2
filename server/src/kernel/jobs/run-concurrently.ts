/**
 * Starts `work` for each item in order, at most `concurrencyMax` at a time. Rejects with the first error, after all
 * running calls have ended.
 */
export async function runConcurrently<Item>(
  items: readonly Item[],
  concurrencyMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(concurrencyMax, items.length) }, worker),
  )
  const failed = ended.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
