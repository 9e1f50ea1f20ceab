import { parentPort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { flattenError, type Opening, type Request, type Response, type Result } from './messages.ts'
import { openPglite } from './open-pglite.ts'

// The thread of an embedded database, which `EmbeddedDatabase` starts: its statements would block every other request.

const post = (response: Response): void => parentPort?.postMessage(response)
const NOTHING: Result = { rows: [] }

const run = async (pglite: PGlite, request: Request): Promise<Result> => {
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows } = await pglite.query<object>(request.text, [...request.values])
      return { rows, affectedRows }
    }
    case 'exec':
      await pglite.exec(request.text)
      return NOTHING
    case 'listen':
      await pglite.listen(request.channel, () => post({ kind: 'notice', channel: request.channel }))
      return NOTHING
    case 'unlisten':
      await pglite.unlisten(request.channel)
      return NOTHING
    case 'close':
      await pglite.close()
      return NOTHING
  }
}

const { promise: opening, resolve, reject } = Promise.withResolvers<PGlite>()
// Each request fails with the reason.
opening.catch(() => undefined)

parentPort?.on('message', async (request: Opening | Request) => {
  if (request.kind === 'open') return openPglite(request).then(resolve, reject)
  const { id } = request
  try {
    post({ kind: 'done', id, result: await run(await opening, request) })
  } catch (error) {
    post({ kind: 'failed', id, error: flattenError(error) })
  }
})
