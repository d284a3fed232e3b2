/**
 * Stores bytes under names. A name is `<uuid>/<uuid>`. An object is visible under its name only when it is complete.
 */
export interface ObjectStore {
  /** Stores an object durably. Replaces an object of the same name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Returns undefined when there is no such object. */
  get(name: string): Promise<Buffer | undefined>
  /** Deletes an object. Does nothing when there is no such object. */
  delete(name: string): Promise<void>
  /** Returns the names of all objects in batches, in any order. Includes the names of incomplete objects. */
  list(): AsyncIterable<string[]>
}
