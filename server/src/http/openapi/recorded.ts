/** The parameters, the request and the responses of one operation that the document shows as examples. */
export interface OperationExample {
  parameters: Record<string, string>
  request?: unknown
  responses: Record<string, unknown>
}

/** Examples by operationId. For an operation without an example, generated values are shown. */
export type Examples = Readonly<Record<string, OperationExample>>
