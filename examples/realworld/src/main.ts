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

/** The collection of RealWorld signs up often; the service alone allows 100 accounts of an address per hour. */
const DEFAULTS = { SAMPLE_CONTENT: 'false', SIGN_UP_LIMIT: '1000' }

/** Starts Conduit at HOST and PORT, with the settings of the service. Returns its address and its end. */
export const startConduit = async (environment: NodeJS.ProcessEnv) => {
  const settings = readSettings({ ...DEFAULTS, ...environment })
  const { jwtSecret } = settings
  if (jwtSecret === undefined)
    throw new Error('Set JWT_SECRET to a secret of at least 32 bytes: it signs the tokens.')
  const service = await createService(settings, await openLog(settings), content)
  const server = createServer(createApp(service, jwtSecret))
  await new Promise<void>((resolve) => server.listen(settings.port, settings.host, resolve))
  const { port } = server.address() as { readonly port: number }
  const administrator = describeAdministrator(service, settings)
  if (administrator !== null) console.error(administrator)
  return { url: `http://localhost:${port}`, stop: () => service.stop(server) }
}

if (import.meta.main) {
  const { url, stop } = await startConduit(process.env)
  console.log(`Conduit is at ${url}/api`)
  endWithNpm('start')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}
