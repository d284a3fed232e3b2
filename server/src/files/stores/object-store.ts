/**
 * Stores bytes under names of the form `<uuid>/<uuid>`. An object becomes visible under its name only when all its
 * bytes are stored.
 */
export interface ObjectStore {
  /** Stores an object durably. Replaces an existing object with the same name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Returns an object; undefined if there is none. */
  get(name: string): Promise<Buffer | undefined>
  /** Deletes an object. Does nothing if there is no object with this name. */
  delete(name: string): Promise<void>
  /** Returns the names of all objects in batches, in any order. Includes the names of incomplete objects. */
  list(): AsyncIterable<string[]>
}
