import { expect, it } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { openHttpServer } from './http-server.ts'

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', 'localhost'],
])('a server that listens at %s names an address that clients can use', async (host, named) => {
  const server = openHttpServer(readSettings({}))
  server.serve((_, response) => response.end('here'))
  const url = await server.listen({ port: 0, host })
  expect(new URL(url).hostname).toBe(named)
  expect(await (await fetch(url)).text()).toBe('here')
  await server.drain()
})
