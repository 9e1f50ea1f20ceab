import { TIMESTAMPTZ } from './postgres-pool.ts'

/** The rows of a prepared statement, as the values of their columns. Times are texts of PostgreSQL, or dates. */
export type PreparedRows = readonly (readonly unknown[])[]

type ParseValue = (text: string) => unknown
export interface TypeParsers {
  getTypeParser(type: number, format?: string): ParseValue
}

/** The part of a `pg` client that a pipeline uses. */
export interface PipelineClient extends TypeParsers {
  query(statement: {
    readonly name?: string
    readonly text: string
    readonly values: unknown[]
    readonly rowMode: 'array'
    readonly types?: TypeParsers
  }): Promise<{ readonly rows: PreparedRows }>
  release(error?: Error | boolean): void
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
}

/** A text is enough for a response, and `reviveValues` makes dates of others. */
const keepText: ParseValue = (text) => text

const TEXT_ARRAY = 1009
/** A list of texts that contains one of these needs the whole parser. */
const ESCAPED = /["\\]|NULL/

const parseTexts =
  (parseAll: ParseValue): ParseValue =>
  (text) => {
    if (text === '{}') return []
    return ESCAPED.test(text) ? parseAll(text) : text.slice(1, -1).split(',')
  }

/** The parsers of prepared reads. */
export const createTypes = (client: TypeParsers): TypeParsers => ({
  getTypeParser: (type, format) => {
    if (type === TIMESTAMPTZ) return keepText
    const parse = client.getTypeParser(type, format)
    return type === TEXT_ARRAY ? parseTexts(parse) : parse
  },
})

/** Settings of PostgreSQL by their names. */
export type SessionSettings = Readonly<Record<string, string>>

const listCalls = (settings: SessionSettings): string =>
  Object.keys(settings)
    .map((name, place) => `set_config('${name}', $${place + 1}, false)`)
    .join(', ')

/** Changes the settings of a connection until its release. */
export const applySettings = async (
  client: PipelineClient,
  settings: SessionSettings,
): Promise<PipelineClient> => {
  const names = Object.keys(settings)
  if (names.length === 0) return client
  const set = (values: readonly unknown[]) =>
    client.query({ text: `select ${listCalls(settings)}`, values: [...values], rowMode: 'array' })
  const current = names.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  try {
    const [{ rows }] = await Promise.all([
      client.query({ text: `select ${current}`, values: [], rowMode: 'array' }),
      set(Object.values(settings)),
    ])
    const before = rows[0] ?? []
    const release = async (error?: Error | boolean): Promise<void> =>
      error ? client.release(error) : set(before).then(() => client.release())
    return {
      connection: client.connection,
      query: (statement) => client.query(statement),
      getTypeParser: (type, format) => client.getTypeParser(type, format),
      release: (error) => void release(error).catch(() => client.release(true)),
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}
