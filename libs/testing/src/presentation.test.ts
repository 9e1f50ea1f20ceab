import { builtInModel, contentModel } from '@content-service/domain'
import { toolModel, Workshop } from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { startService } from './index.ts'

const NAME = 'Ada & Sons'
const ABOUT = 'Workshops for <everybody>.'
const content = { name: NAME, about: ABOUT, model: contentModel([...builtInModel.types, Workshop]) }

const read = async (url: string, accept: string): Promise<string> =>
  (await fetch(url, { headers: { accept } })).text()

describe('C15.20 the name of a service', () => {
  it('is on its front page, in GraphiQL, in the reference and in the OpenAPI document', async () => {
    await using service = await startService({ content })
    const front = await read(service.url, 'text/html')
    expect(front).toContain('<h1>Ada &amp; Sons</h1>\n<p>Workshops for &lt;everybody&gt;.</p>')
    expect(JSON.parse(await read(service.url, 'application/json'))).toMatchObject({ name: NAME })
    expect(await read(`${service.url}/graphql`, 'text/html')).toContain(
      '<title>GraphiQL · Ada &amp; Sons</title>',
    )
    expect(await read(`${service.url}/api/docs`, 'text/html')).toContain(
      '<title>REST interface · Ada &amp; Sons</title>',
    )
    const { info } = JSON.parse(await read(`${service.url}/api/openapi.json`, 'application/json'))
    expect(info).toMatchObject({ title: NAME, summary: ABOUT })
  })

  it('is at the end of each mail', async () => {
    await using service = await startService({ content, seed: ({ user }) => user('ada') })
    await service.as('ADMIN').graphql('mutation { inviteUser(email: "eve@example.org") { id } }')
    await service.settle()
    expect(service.mails.map(({ text }) => text)).toEqual([
      expect.stringMatching(/\n-- \nAda & Sons, http\S+\n$/),
    ])
  })

  it('is content-service without the option, with a list of the content of the project', async () => {
    await using service = await startService({ content: { model: content.model } })
    const { info } = JSON.parse(await read(`${service.url}/api/openapi.json`, 'application/json'))
    expect(info).toMatchObject({
      title: 'content-service',
      summary:
        'Users, articles with a publish workflow, comments, products, categories, workshops, and search.',
    })
  })
})

it('C15.20 GraphiQL opens with queries that the schema of the project can run', async () => {
  await using service = await startService({ content: { model: toolModel } })
  const script = await read(`${service.url}/graphql/assets/start.js`, 'text/javascript')
  const { defaultTabs } = JSON.parse(/\{"defaultTabs".*\}(?= \}\))/.exec(script)?.[0] ?? '{}')
  expect(defaultTabs[0].query).toMatch(/^ {2}tools\(limit: 5\) \{\n {4}id\n {4}\w+\n/m)
  for (const { query, variables = '{}' } of defaultTabs) {
    if (query.includes('subscription') || query.includes('mutation')) continue
    const { errors = [] } = await service.as('ADMIN').graphql(query, JSON.parse(variables))
    expect(errors).toEqual([])
  }
})
