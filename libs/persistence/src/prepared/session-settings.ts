import { getLibrary, type PipelineClient } from '../connections/pg-client.ts'
import { runOnce } from './read-query.ts'

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
  const run = (text: string, values: readonly unknown[] = []) => runOnce(client, text, values)
  const set = (values: readonly unknown[]) => run(`select ${listCalls(settings)}`, values)
  const current = names.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  try {
    const [[before = []]] = await Promise.all([run(`select ${current}`), set(Object.values(settings))])
    const release = async (error?: Error | boolean): Promise<void> =>
      error ? client.release(error) : set(before).then(() => client.release())
    return {
      library: getLibrary(client),
      connection: client.connection,
      query: (query) => client.query(query),
      getTypeParser: (type, format) => client.getTypeParser(type, format),
      release: (error) => void release(error).catch(() => client.release(true)),
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}
