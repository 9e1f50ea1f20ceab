/** What the service knows of an operation, whichever interface runs it. */
export interface Operation {
  /** The kind of record that the operation is about, as the audit log names it. */
  readonly resource: string
  /** It shows content and nothing else, so that a replica that lags a little may answer it. */
  readonly isReplicaSafe: boolean
  /** Its response has a secret, which the service shows once and stores nowhere (C6.9). */
  readonly hasSecret: boolean
}

export const about = (resource: string): Operation => ({ resource, isReplicaSafe: false, hasSecret: false })
export const contentRead = (resource: string): Operation => ({ ...about(resource), isReplicaSafe: true })

/** The name of an operation of a model, which is the name of its root field. */
export type OperationName = string
