/** Runs `work` for each item, in order, at most `concurrencyMax` at a time. Rejects with the first error, once none runs. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  concurrencyMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(concurrencyMax, items.length) }, lane))
  const failed = ended.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
