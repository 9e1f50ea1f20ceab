import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readService } from './read-service.ts'

const DOCUMENTS = {
  '/graphql/schema.graphql': 'type Query { version: String }',
  '/api/openapi.json': '{ "paths": {} }',
  '/api/model': '{ "version": 1, "types": [] }',
}

/** The URL of a server with these documents. */
const serve = async (documents: Readonly<Record<string, string>>): Promise<string> => {
  const server = createServer(({ url = '' }, response) => {
    const text = documents[url]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the description of a service', () => {
  it('has both interfaces and the content model', async () => {
    expect(await readService(await serve(DOCUMENTS))).toEqual({
      sdl: 'type Query { version: String }',
      openApi: { paths: {} },
      model: { version: 1, types: [] },
    })
  })

  it('a service without a model is older than the client', async () => {
    const { '/api/model': _model, ...older } = DOCUMENTS
    const url = await serve(older)
    await expect(readService(url)).rejects.toThrow(
      `The service is older than this client: it has no ${url}/api/model. Update the service, or use the client of its version.`,
    )
  })

  it.each(['<html>', 'null', '[]', '{ "types": null }'])('%s is no content model', async (text) => {
    const url = await serve({ ...DOCUMENTS, '/api/model': text })
    await expect(readService(url)).rejects.toThrow(`${url}/api/model is no content model. Start the service`)
  })

  it.each(['<html>', 'null', '{}'])('%s is no OpenAPI document', async (text) => {
    const url = await serve({ ...DOCUMENTS, '/api/openapi.json': text })
    await expect(readService(url)).rejects.toThrow(`${url}/api/openapi.json is no OpenAPI document.`)
  })
})
