/** One operation with the parameters, the request and the responses that the document shows as examples. */
export interface OperationExample {
  parameters: Record<string, string>
  request?: unknown
  responses: Record<string, unknown>
}

/** Examples by operationId. An operation without an example gets generated values. */
export type Examples = Readonly<Record<string, OperationExample>>
