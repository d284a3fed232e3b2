/** Does `work` for every item, `atOnce` at a time; the answers stand in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = items.entries()
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
