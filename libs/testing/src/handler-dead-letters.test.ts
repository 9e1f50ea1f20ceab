import { builtInModel, contentModel } from '@content-service/domain'
import { expect, it } from 'vitest'
import { startService } from './index.ts'

const READ =
  '{ handlerDeadLetters(first: 1) { totalCount { value } edges { node { id handler type attempts error } } } }'
const RETRY = 'mutation ($id: ID!) { retryHandlerEvent(id: $id) }'

it.each(['memory', 'pglite'] as const)(
  'C19.5 lists and retries dead letters of handlers in both interfaces, with %s',
  { timeout: 60_000 },
  async (database) => {
    const ids: string[] = []
    let isBroken = true
    const model = contentModel(builtInModel.types, {
      handlers: {
        watch: {
          on: ['product.created'],
          run: ({ id }) => {
            ids.push(id)
            if (isBroken) throw new Error('No ink is left.')
          },
        },
      },
    })
    await using service = await startService({
      content: { model },
      database,
      settings: { LOG_LEVEL: 'silent' },
    })
    const admin = service.as('ADMIN')
    const { body: category } = await admin.rest<{ id: string }>('POST', '/api/categories', {
      body: { name: 'A' },
    })
    for (const title of ['Ink', 'Pen'])
      await admin.rest('POST', '/api/products', {
        body: { title, price: 1, stock: 1, categoryId: category.id },
      })
    await service.settle()
    for (let half = 0; half < 26; half += 1) {
      await service.clock.advance('12h')
      await service.settle()
    }
    const listed = await admin.rest<readonly { id: string }[]>('GET', '/api/handler-dead-letters?limit=1')
    expect(listed.headers.get('x-total-count')).toBe('2')
    const { data } = await admin.graphql<{
      handlerDeadLetters: { edges: readonly { node: { id: string } }[] }
    }>(READ)
    const { id } = listed.body[0] as { id: string }
    expect(data?.handlerDeadLetters).toEqual({
      totalCount: { value: 2 },
      edges: [
        {
          node: {
            ...{ id, handler: 'watch', type: 'product.created' },
            ...{ attempts: expect.any(Number), error: 'No ink is left.' },
          },
        },
      ],
    })
    isBroken = false
    ids.length = 0
    const path = `/api/handler-dead-letters/${id}/retry`
    expect((await service.as('EDITOR').rest('POST', path)).status).toBe(403)
    expect((await service.as('EDITOR').rest('GET', '/api/handler-dead-letters')).status).toBe(403)
    expect((await admin.rest('POST', path)).status).toBe(204)
    expect((await admin.rest('POST', path)).status).toBe(404)
    await service.settle()
    expect(ids).toHaveLength(1)
    const left = await admin.rest<readonly { id: string }[]>('GET', '/api/handler-dead-letters')
    const [other] = left.body
    expect([left.body.length, (await admin.graphql(RETRY, { id: other?.id })).data]).toEqual([
      1,
      { retryHandlerEvent: true },
    ])
    await service.settle()
    expect((await admin.rest('GET', '/api/handler-dead-letters')).body).toEqual([])
    const audit = await admin.rest<readonly object[]>('GET', '/api/audit-log?action=retryHandlerEvent')
    expect(audit.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'handlers', resourceId: id, decision: 'ALLOW' }),
      ]),
    )
    for (const wrong of ['x', '0197c3a4-0000-7000-8000-000000000000'])
      expect((await admin.rest('POST', `/api/handler-dead-letters/${wrong}/retry`)).status).toBe(404)
  },
)
