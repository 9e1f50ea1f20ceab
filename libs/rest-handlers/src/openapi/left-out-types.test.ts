import SwaggerParser from '@apidevtools/swagger-parser'
import { createToolModel, presentService } from '@content-service/domain/internal/tool-model'
import { findLeftWords, leaveOutTypes, LEGAL_OMISSIONS } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { findRouteTemplate } from '../service/routes.ts'
import { openApiDocument } from './document.ts'

const PATHS = {
  Article: '/api/articles',
  Comment: '/api/comments',
  Product: '/api/products',
  Category: '/api/categories',
} as const

describe.each(LEGAL_OMISSIONS)('C15.23 REST without %j %j %j %j', { timeout: 60_000 }, (...given) => {
  const without = given.filter(Boolean)
  const model = leaveOutTypes(without)
  const document = openApiDocument({ baseUrl: 'https://content.example', model })

  it('has a valid OpenAPI document', async () => {
    await SwaggerParser.validate(structuredClone(document) as never)
  })

  it('names no type that is left out, in OpenAPI and in the model for tools', () => {
    expect(findLeftWords(JSON.stringify(document, null, 1), without)).toEqual([])
    const tools = createToolModel(model, presentService(model, {}))
    expect(findLeftWords(JSON.stringify(tools, null, 1), without)).toEqual([])
  })

  it('has the addresses of the other types alone', () => {
    for (const [name, path] of Object.entries(PATHS))
      expect([name, findRouteTemplate(path, model)]).toEqual([
        name,
        without.some((left) => left === name) ? null : path,
      ])
  })
})
