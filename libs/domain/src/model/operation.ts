/** The facts about an operation that hold for every interface. */
export interface Operation {
  /** The kind of record that the operation is about, as the audit log names it. */
  readonly resource: string
  /** It shows only content, so that a replica with a short lag may answer it. */
  readonly isReplicaSafe: boolean
  /** Its response contains a secret, which the service shows once and never stores (C6.9). */
  readonly hasSecret: boolean
}

export const about = (resource: string): Operation => ({ resource, isReplicaSafe: false, hasSecret: false })
export const contentRead = (resource: string): Operation => ({ ...about(resource), isReplicaSafe: true })

/** The name of an operation of a model, which is the name of its root field. */
export type OperationName = string
