import {
  builtInModel,
  Category,
  contentModel,
  type HandlerContext,
  type HandlerEvent,
} from '@content-service/domain'
import type { ModelOptions } from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { startService } from './index.ts'

type Handlers = NonNullable<ModelOptions['handlers']>

const start = (handlers: Handlers, database: 'memory' | 'pglite') =>
  startService({
    content: { model: contentModel(builtInModel.types, { handlers }) },
    database,
    settings: { LOG_LEVEL: 'silent' },
  })

type Service = Awaited<ReturnType<typeof start>>

/** Creates a product, and returns its id. */
const create = async (service: Service, title: string): Promise<string> => {
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await service.as('ADMIN').rest<{ id: string }>('POST', path, { body })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const categoryId = await send('/api/categories', { name: `Category of ${title}` })
  return send('/api/products', { title, price: 1, stock: 1, categoryId })
}

const RENAME =
  'mutation ($id: ID!, $title: String!) { updateProduct(input: { id: $id, title: $title }) { title } }'
const READ = '{ products { title } }'

describe.each(['memory', 'pglite'] as const)('C16.4 handlers of a model, with %s', (database) => {
  it('run once for each event after the first start, with the event as a webhook has it', async () => {
    const seen: HandlerEvent[] = []
    await using service = await start(
      {
        watch: {
          on: ['product.created'],
          permissions: ['products:read'],
          run: (event) => void seen.push(event),
        },
      },
      database,
    )
    const id = await create(service, 'Ink')
    await service.settle()
    await service.settle()
    expect(seen).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'product.created',
        version: 1,
        timestamp: service.clock.now().toISOString(),
        data: expect.objectContaining({ id, title: 'Ink', version: 1 }),
      },
    ])
  })

  it('without permissions get id and type alone, and may read and write nothing', async () => {
    const seen: unknown[] = []
    await using service = await start(
      {
        blind: {
          on: ['product.created'],
          run: async (event, { graphql }) => {
            const answer = await graphql(RENAME, { id: event.id, title: 'Mine' })
            seen.push(
              Object.keys(event),
              answer.errors?.[0]?.['extensions'],
              JSON.stringify(await graphql(READ)).includes('Ink'),
            )
          },
        },
      },
      database,
    )
    await create(service, 'Ink')
    await service.settle()
    expect(seen).toEqual([['id', 'type'], { code: 'FORBIDDEN' }, false])
  })

  it('write with their permissions on all records, and the audit log names the handler and the event', async () => {
    const answers: unknown[] = []
    await using service = await start(
      {
        mark: {
          on: ['product.created'],
          permissions: ['products:read', 'products:write'],
          run: async ({ data }, { graphql }) =>
            void answers.push(await graphql(RENAME, { id: data?.['id'], title: `${data?.['title']} (new)` })),
        },
      },
      database,
    )
    const id = await create(service, 'Ink')
    await service.settle()
    expect(answers).toMatchObject([{ data: { updateProduct: { title: 'Ink (new)' } } }])
    expect(answers[0]).not.toHaveProperty('errors')
    const admin = service.as('ADMIN')
    const log = await admin.graphql<{ auditLog: { edges: { node: object }[] } }>(
      `{ auditLog(first: 20, resourceId: "${id}") { edges { node { action credential actor { id } decision } } } }`,
    )
    expect(log.data?.auditLog.edges.map(({ node }) => node)).toContainEqual({
      action: 'updateProduct',
      credential: 'handler:mark',
      actor: null,
      decision: 'ALLOW',
    })
  })

  it('send mails, each once although the service tries the handler again, with the same event', async () => {
    const ids: string[] = []
    await using service = await start(
      {
        mail: {
          on: ['product.created'],
          run: async (event, { sendMail }) => {
            ids.push(event.id)
            await sendMail({ to: 'guest@example.org', subject: 'New', text: 'An article.' })
            if (ids.length < 3) throw new Error('The third attempt succeeds.')
          },
        },
      },
      database,
    )
    await create(service, 'Ink')
    await service.settle()
    await service.clock.advance('5s')
    await service.clock.advance('15s')
    await service.clock.advance('1h')
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
    const [mail, ...others] = service.mails
    expect([mail?.to, mail?.subject, others]).toEqual(['guest@example.org', 'New', []])
    expect(mail?.text).toMatch(/^An article\.\n/)
  })

  it('send the mails of seeded and of other records, oldest first', async () => {
    const names = [...'abcdefghijkl']
    await using service = await start(
      {
        mail: {
          on: ['category.created'],
          permissions: ['products:read'],
          run: async ({ data }, { graphql, sendMail }) => {
            const name = String(data?.['name'])
            // Each second run takes longer than the next one.
            if (names.indexOf(name) % 2 === 0) await graphql(READ)
            await sendMail({ to: `${name}@example.org`, subject: name, text: 'New.' })
          },
        },
      },
      database,
    )
    for (const name of names.slice(0, 9)) await service.seed.record(Category, { name })
    for (const name of names.slice(9))
      await service.as('ADMIN').rest('POST', '/api/categories', { body: { name } })
    await service.settle()
    expect(service.mails.map(({ subject }) => subject)).toEqual(names)
  })

  it('refuse mails of a wrong form, with all problems, and mails beyond the limit of an address', async () => {
    const refused: unknown[] = []
    const send = async ({ sendMail }: HandlerContext, mail: object): Promise<void> => {
      // Code without types can give anything.
      await sendMail(mail as never).catch((error: { code: string; problems?: { path: unknown }[] }) =>
        refused.push([error.code, error.problems?.map(({ path }) => path)]),
      )
    }
    await using service = await start(
      {
        mail: {
          on: ['product.created'],
          run: async (_, context) => {
            await send(context, { to: 'guest', subject: 'Two\r\nBcc: all@example.org', text: '' })
            await send(context, { to: ['guest@example.org'], subject: 'a', text: '\u0000' })
            for (let count = 0; count < 6; count += 1)
              await send(context, { to: 'guest@example.org', subject: `Number ${count}`, text: 'Text.' })
          },
        },
      },
      database,
    )
    await create(service, 'Ink')
    await service.settle()
    expect(refused).toEqual([
      ['BAD_USER_INPUT', [['to'], ['subject'], ['text']]],
      ['BAD_USER_INPUT', [['to'], ['text']]],
      ['RATE_LIMITED', []],
      ['RATE_LIMITED', []],
    ])
    expect(service.mails).toHaveLength(4)
  })

  it('that change their own record end after 8 events', async () => {
    const versions: unknown[] = []
    await using service = await start(
      {
        again: {
          on: ['product.created', 'product.updated'],
          permissions: ['products:read', 'products:write'],
          run: async ({ data }, { graphql }) => {
            versions.push(data?.['version'])
            await graphql(RENAME, { id: data?.['id'], title: `Ink ${String(data?.['version'])}` })
          },
        },
      },
      database,
    )
    await create(service, 'Ink')
    await service.settle()
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('that always fail stop nobody else and no other record', async () => {
    const seen: string[] = []
    await using service = await start(
      {
        fail: {
          on: ['product.created', 'product.updated'],
          permissions: ['products:read'],
          run: ({ data }) => {
            seen.push(`fail ${String(data?.['title'])}`)
            // A handler can throw anything.

            throw data?.['title'] === 'Ink' ? null : undefined
          },
        },
        count: {
          on: ['product.created', 'product.updated'],
          permissions: ['products:read'],
          run: ({ type, data }) => void seen.push(`${type} ${String(data?.['title'])}`),
        },
      },
      database,
    )
    const id = await create(service, 'Ink')
    await service.as('ADMIN').graphql(RENAME, { id, title: 'Red ink' })
    await create(service, 'Paper')
    await service.settle()
    expect(seen.toSorted()).toEqual([
      'fail Ink',
      'fail Paper',
      'product.created Ink',
      'product.created Paper',
      'product.updated Red ink',
    ])
  })

  it('have their time: the context refuses what comes later, and the next attempt begins', async () => {
    const outcomes: string[] = []
    const contexts: HandlerContext[] = []
    await using service = await start(
      {
        hang: {
          on: ['product.created'],
          timeout: 0.2,
          permissions: ['products:read'],
          run: async (_, context) => {
            contexts.push(context)
            if (contexts.length === 2) return
            await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
            await context.graphql(READ).catch((error: Error) => outcomes.push(error.message))
          },
        },
      },
      database,
    )
    await create(service, 'Ink')
    await service.settle()
    await service.clock.advance('5s')
    expect([contexts.length, outcomes]).toEqual([
      2,
      [expect.stringContaining('The run of the handler hang has ended')],
    ])
    await expect(contexts[1]?.sendMail({ to: 'a@example.org', subject: 'a', text: 'a' })).rejects.toThrow(
      'ended',
    )
    expect(service.mails).toEqual([])
  })
})
