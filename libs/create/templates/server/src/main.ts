import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  createService,
  describeAdministrator,
  endWithNpm,
  openLog,
  readSettings,
} from '@content-service/server'
import { createApp } from './app.ts'
import { content } from './content.ts'

/** Starts the server with the settings of the service. Returns its address and its end. */
export const start = async (environment: NodeJS.ProcessEnv) => {
  const settings = readSettings(environment)
  const service = await createService(settings, await openLog(settings), content)
  const server = createServer(createApp(service))
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  const administrator = describeAdministrator(service, settings)
  if (administrator !== null) console.error(administrator)
  return { url: `http://localhost:${port}`, stop: () => service.stop(server) }
}

if (import.meta.main) {
  const { url, stop } = await start(process.env)
  console.log(`The server is at ${url}`)
  endWithNpm('start')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}
