/** The part of a `pg` client that a pipeline uses. */
export interface PipelineClient {
  query(statement: {
    readonly name?: string
    readonly text: string
    readonly values: unknown[]
  }): Promise<{ readonly rows: readonly object[] }>
  release(error?: Error | boolean): void
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
}

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
    client.query({ text: `select ${listCalls(settings)}`, values: [...values] })
  const current = names.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  try {
    const [{ rows }] = await Promise.all([
      client.query({ text: `select ${current}`, values: [] }),
      set(Object.values(settings)),
    ])
    const before = Object.values(rows[0] ?? {})
    const release = async (error?: Error | boolean): Promise<void> =>
      error ? client.release(error) : set(before).then(() => client.release())
    return {
      connection: client.connection,
      query: (statement) => client.query(statement),
      release: (error) => void release(error).catch(() => client.release(true)),
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}
