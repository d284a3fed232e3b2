/** One of the console's own documents, with several sets of variables so that no answer is always the same. */
export interface Operation {
  name: string
  document: string
  variables: Record<string, unknown>[]
  /** That nothing is found is what is asked for. */
  findsNothing?: boolean
}
