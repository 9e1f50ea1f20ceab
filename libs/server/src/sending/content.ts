/** A response, or its part beside the headers that all responses have. */
export interface Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent for a response without content. */
  readonly body?: string | Buffer
  /** C15.2: content with a secret is not compressed. */
  readonly isSecret?: boolean
}
