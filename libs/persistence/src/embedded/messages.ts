/** The first message to the thread of the embedded database. */
export interface Opening {
  readonly kind: 'open'
  /** PostgreSQL, compiled. */
  readonly code: object
  /** The folder of the database; undefined for one in memory. */
  readonly dataDir: string | undefined
}

/** A request to the thread. Requests run one after the other. */
export type Request =
  | {
      readonly kind: 'query'
      readonly id: number
      readonly text: string
      readonly values: readonly unknown[]
    }
  | { readonly kind: 'exec'; readonly id: number; readonly text: string }
  | { readonly kind: 'listen' | 'unlisten'; readonly id: number; readonly channel: string }
  | { readonly kind: 'close'; readonly id: number }

export interface Result {
  readonly rows: readonly object[]
  readonly affectedRows?: number | undefined
}

/** The members of an error of PostgreSQL. Errors themselves lose them between threads. */
export type PlainError = Readonly<Record<string, unknown>> & { readonly message: string }

export type Response =
  | { readonly kind: 'done'; readonly id: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly id: number; readonly error: PlainError }
  | { readonly kind: 'notice'; readonly channel: string }

/** The members of an error without the statement, which the other thread has. */
export const flattenError = (error: unknown): PlainError => {
  if (!(error instanceof Error)) return { message: String(error) }
  const members = Object.entries(error).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  const { query: _, ...rest } = Object.fromEntries(members)
  return { ...rest, message: error.message }
}

export const createError = ({ message, ...members }: PlainError): Error =>
  Object.assign(new Error(message), members)
