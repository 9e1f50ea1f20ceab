import { once } from 'node:events'
import { connect } from 'node:net'
import { builtInModel } from '@content-service/domain'
import { createRoutes } from '@content-service/rest-handlers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AS_ADMIN, startTestService, type TestService } from '../support/service.ts'

const BODY_BYTES = 1_000_000

describe('C12.12 a body that cannot change the response', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  }, 30_000)
  afterAll(() => service.stop())

  /** The response to a head whose body never comes; a response that waits for the body is none. */
  const sendHead = async (method: string, path: string, headers = ''): Promise<string> => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    try {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n${headers}\r\n{`,
      )
      const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) })
      return String(chunk)
    } catch {
      return 'none'
    } finally {
      socket.destroy()
    }
  }
  const readStatus = (response: string): string => /^HTTP\/1.1 (\d+)/.exec(response)?.[1] ?? response

  it('stays unread if the endpoint needs a credential and the request has none', async () => {
    const statuses: string[] = []
    for (const { path, methods } of createRoutes(builtInModel))
      for (const [method, { access, body }] of Object.entries(methods)) {
        if (access === 'anyone' || body === undefined) continue
        const status = readStatus(await sendHead(method, path.replaceAll(/:\w+/g, '1')))
        if (status !== '401') statuses.push(`${method} ${path}: ${status}`)
      }
    expect(statuses).toEqual([])
  })

  it.each([
    ['POST', '/api/nothing', '404'],
    ['PUT', '/api/articles', '405'],
    ['POST', '/access/v1/evaluation', '401'],
    ['POST', '/.well-known/authzen-configuration', '405'],
  ])('stays unread for %s %s', async (method, path, status) =>
    expect(readStatus(await sendHead(method, path))).toBe(status),
  )

  // Each of these responses does not come within two seconds, so that they wait together.
  it.concurrent.each([
    ['POST', '/graphql', ''],
    ['POST', '/api/articles', `Authorization: ${AS_ADMIN}\r\n`],
    ['POST', 'http://x/api/articles', `Authorization: ${AS_ADMIN}\r\n`],
  ])('is read if the response depends on it: %s %s', async (method, path, headers) =>
    expect(await sendHead(method, path, headers)).toBe('none'),
  )

  it('does not end the connection, so that the client reads the response', async () => {
    const body = 'x'.repeat(BODY_BYTES)
    for (let count = 0; count < 3; count += 1)
      expect((await service.call('POST', '/api/articles', { as: null, body })).status).toBe(401)
    const { headers } = await service.call('POST', '/api/articles', { as: null, body: '{}' })
    expect(headers.get('connection')).toBe('keep-alive')
  })
})
