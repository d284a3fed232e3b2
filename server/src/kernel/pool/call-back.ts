/** Calls `onResult` with the result of a promise or with its error, as the driver calls its callbacks. */
export async function callBack<T>(
  promise: Promise<T>,
  onResult: (error: unknown, result?: T) => void,
): Promise<void> {
  let result: T
  try {
    result = await promise
  } catch (error) {
    onResult(error)
    return
  }
  onResult(undefined, result)
}
