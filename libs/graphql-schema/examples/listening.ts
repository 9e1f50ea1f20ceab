import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that has been started, at the address that GraphQL is asked at. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}

export const listening = async (server: Server, port: number): Promise<Running> => {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, stop }
}
