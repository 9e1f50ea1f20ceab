import { builtInModel, Category, contentModel } from '@content-service/domain'
import { Workshop } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { startService, type TestOptions } from './index.ts'

const model = contentModel([...builtInModel.types, Workshop])

describe('startService', () => {
  it('takes content types of a team, with records of a seed', async () => {
    await using service = await startService({
      content: { model },
      seed: async ({ user, record }) => {
        const host = await user('hal')
        const { id: subjectId } = await record(Category, { name: 'Print' })
        const startsAt = '2027-01-01T09:00:00Z'
        return {
          host,
          workshop: await record(Workshop, { title: 'Type setting', startsAt, subjectId }, host),
        }
      },
    })
    const { host, workshop } = service.seeded
    const query = '{ workshops { title host { username } subject { name } } }'
    expect((await service.as(host).graphql(query)).data).toEqual({
      workshops: [{ title: 'Type setting', host: { username: 'hal' }, subject: { name: 'Print' } }],
    })
    const opened = await service.as(host).rest('POST', `/api/workshops/${workshop.id}/open`)
    expect(opened.body).toMatchObject({ progress: 'OPEN' })
  })

  it('gives each service its own data, clock and mails, at the same time', async () => {
    const titles = Array.from({ length: 10 }, (_, index) => `Article ${index}`)
    const found = await Promise.all(
      titles.map(async (title) => {
        await using service = await startService({
          seed: async ({ user, article }) => article(await user('ada'), { title }),
        })
        await service.as('ADMIN').graphql(`mutation { inviteUser(email: "eve@example.org") { id } }`)
        await service.settle()
        const { data } = await service.anonymous.graphql<{ articles: object[] }>('{ articles { title } }')
        return [data?.articles, service.mails.length]
      }),
    )
    expect(found).toEqual(titles.map((title) => [[{ title }], 1]))
  })

  it('stops the service at the end of its block, and a service whose seed fails', async () => {
    const seed = async () => {
      throw new Error('no seed')
    }
    const start = async () => {
      await using service = await startService()
      return service.url
    }
    await expect(fetch(await start())).rejects.toThrow()
    await expect(startService({ seed })).rejects.toThrow('no seed')
  })

  it('refuses a seed that breaks a rule, and an unknown role', async () => {
    await using service = await startService()
    await expect(service.seed.user('ada', { email: 'none' })).rejects.toThrow(/email/)
    const roles = 'The policy has no role "EDITR". Its roles are GUEST, READER, AUTHOR, EDITOR, ADMIN.'
    await expect(service.as('EDITR').graphql('{ __typename }')).rejects.toThrow(roles)
    await expect(service.clock.advance('1 hour' as '1h')).rejects.toThrow(
      `clock.advance takes a time such as '500ms', '90s', '15m', '1h' or '2d', and got "1 hour".`,
    )
  })

  it.each([
    [7, 'the options must be an object such as { content }, and are 7.'],
    [{ databse: 'memory' }, 'databse is no option; did you mean database?'],
    [{ port: 1 }, 'port is no option; use one of content, database, settings, seed, now, receiveWebhook'],
    [{ database: 'postgres' }, `database must be 'memory' or 'pglite', and is "postgres".`],
    [
      { content: model },
      'content: no option has the name types; use one of name, about, model, policy, migrations, pool, passwordRule, confirmsEmail, studio',
    ],
    [
      { content: { model: [Workshop] } },
      'content: model must be contentModel([...builtInModel.types, YourType])',
    ],
    [
      { content: { migrations: ['one'] } },
      'content: migrations must be a list of classes that extend Migration, such as [AddRecipes]',
    ],
    [
      { content: { pool: {} } },
      'content.pool has no effect in a test: the service has stores of its own. Leave it out.',
    ],
    [
      { settings: { ALLOW_SIGN_UP: false } },
      "settings.ALLOW_SIGN_UP must be a text, as in the environment, and is false. Write 'false'.",
    ],
    [
      { settings: { DATABASE_URL: 'postgres://' } },
      'settings.DATABASE_URL has no effect: the service has a database of its own (memory). Leave it out.',
    ],
    [
      { seed: {} },
      "seed must be a function such as async ({ user }) => ({ ada: await user('ada') }), and is a value of type object.",
    ],
    [{ now: 'noon' }, `now must be a Date, or a text such as '2026-11-20T12:00:00Z', and is "noon".`],
    [
      { receiveWebhook: 500 },
      'receiveWebhook must be a function that returns a status, such as () => 500, and is 500.',
    ],
  ])('refuses %o with a sentence', async (options, message) => {
    await expect(startService(options as TestOptions)).rejects.toThrow(
      new TypeError(`startService: ${message}`),
    )
  })

  it('names a wrong setting', async () => {
    const settings = { ALLOW_SIGN_UP: 'perhaps' }
    await expect(startService({ settings })).rejects.toThrow(/ALLOW_SIGN_UP/)
  })
})
