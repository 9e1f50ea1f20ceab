import { createServer } from 'node:http'
import { createService, openLog, readSettings } from '@content-service/server'
import { createApp } from './app.ts'
import { content } from './content.ts'

/** Starts the server with the settings of the service. Returns its address and its end. */
export const start = async (environment: NodeJS.ProcessEnv) => {
  const settings = readSettings(environment)
  const service = await createService(settings, await openLog(settings), content)
  const server = createServer(createApp(service))
  await new Promise<void>((resolve) => server.listen(settings.port, settings.host, resolve))
  const { port } = server.address() as { readonly port: number }
  const stop = async () => {
    await new Promise((resolve) => server.close(resolve))
    await service.stop()
  }
  return { url: `http://localhost:${port}`, stop }
}

if (import.meta.main) {
  const { url, stop } = await start(process.env)
  console.log(`The server is at ${url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}
