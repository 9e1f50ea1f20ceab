import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { startService, type TestService } from '@content-service/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND, createTeamProject, type TeamProject, TYPECHECK } from '../testing/team-project.ts'

const Recipe = record({
  name: 'Recipe',
  plural: 'recipes',
  about: 'A dish and how to cook it.',
  allowed: { read: { GUEST: 'all' }, write: { AUTHOR: 'own' } },
  fields: {
    title: field.line(120, { about: 'The name of the dish.' }),
    cook: field.owner({ about: 'The user who wrote the recipe.', inverse: 'recipes' }),
  },
})

const RIGHT = `
import { createClient } from '@content-service/client'
import { graphql } from './content-service/graphql.ts'
import type { RestPaths } from './content-service/rest.ts'

const client = createClient<RestPaths>({ url: process.argv[2] ?? '' })
const listRecipes = graphql('query ($limit: Int!) { recipes(pagination: { limit: $limit }) { title cook { username } } }')
const listed = await client.graphql(listRecipes, { limit: 5 })
if (!listed.ok) throw listed.error
const titles: string[] = listed.data.recipes.map(({ title }) => title)
const rest = await client.rest.get('/api/recipes', { query: { limit: 5 } })
if (!rest.ok) throw rest.error
console.log(titles.join(), rest.data.map(({ title }) => title).join())
`
const FORM = `
import { model, type Action, type ContentType, type Field, type FieldName, type FilterName, type OrderName, type TypeName } from './content-service/model.ts'

const name: TypeName = 'Recipe'
const recipe = model.types.find((type) => type.name === 'Recipe') satisfies ContentType<'Recipe'> | undefined
const widths: Record<FieldName<'Recipe'>, number> = { title: 40, cook: 20 }
const most = (field: Field<'Recipe', 'title'>): 120 => field.limits.maxLength
const [filter, order, action]: [FilterName<'Recipe'>, OrderName<'Recipe'>, Action<'Recipe'>] = ['title', 'createdAt', 'delete']
const lines = recipe?.fields.flatMap((field) => (field.name === 'title' ? [field.label + ' ' + most(field)] : [])) ?? []
console.log(name, lines.join(), Object.keys(widths).join(), filter, order, action)
`
const WRONG = {
  'wrong-field.ts': `
import { graphql } from './content-service/graphql.ts'
export const document = graphql('{ recipes { flavour } }')
`,
  'wrong-argument.ts': `
import { graphql } from './content-service/graphql.ts'
export const document = graphql('{ recipes(spicy: true) { title } }')
`,
  'wrong-variable.ts': `
import { createClient } from '@content-service/client'
import { graphql } from './content-service/graphql.ts'
const document = graphql('query ($limit: Int!) { recipes(pagination: { limit: $limit }) { title } }')
await createClient({ url: 'https://content.example' }).graphql(document, { limit: 'five' })
`,
  'wrong-rest.ts': `
import { createClient } from '@content-service/client'
import type { RestPaths } from './content-service/rest.ts'
const client = createClient<RestPaths>({ url: 'https://content.example' })
await client.rest.get('/api/recipe')
await client.rest.get('/api/recipes', { query: { spicy: true } })
await client.rest.post('/api/recipes', { body: { title: 5 } })
`,
  'wrong-model.ts': `
import type { FieldName, FilterName, TypeName } from './content-service/model.ts'
export const type: TypeName = 'Recipes'
export const field: FieldName<'Recipe'> = 'flavour'
export const filter: FilterName<'Recipe'> = 'spicy'
export const other: FieldName<'Recipe'> = 'email' satisfies FieldName<'User'>
`,
}

let project: TeamProject
let service: TestService<void>
beforeAll(async () => {
  project = await createTeamProject()
  service = await startService({
    content: { model: contentModel([...builtInModel.types, Recipe]) },
    seed: async ({ user, record: add }) =>
      void (await add(Recipe, { title: 'Bread' }, await user('ada', { role: 'AUTHOR' }))),
  })
})
afterAll(() => Promise.all([service.stop(), project.remove()]))

const folder = 'src/content-service'
const read = (name: string) => readFile(join(project.folder, folder, name), 'utf8')

describe('npx @content-service/client types', () => {
  it('writes the types of a running service, with the types of the team', async () => {
    const { code, output } = await project.run(COMMAND, 'types', service.url)
    expect(code, output).toBe(0)
    expect(output).toContain('src/content-service/schema.graphql')
    expect(output).toContain('"plugins": [{ "name": "gql.tada/ts-plugin"')
    expect(await read('schema.graphql')).toContain('type Recipe')
    expect(await read('rest.ts')).toContain('"/api/recipes"')
    expect(await read('model.ts')).toContain('"name": "Recipe"')
  })

  it('lets the team write documents that run', async () => {
    await project.write('src/right.ts', RIGHT)
    expect((await project.run('src/right.ts', service.url)).output).toBe('Bread Bread\n')
  })

  it('C17.9 lets the team build forms, lists and filters from the model', async () => {
    await project.write('src/form.ts', FORM)
    const { output } = await project.run('src/form.ts')
    expect(output).toBe('Recipe Title 120 title,cook title createdAt delete\n')
  })

  it('a wrong field, argument, variable, path, query, body or name of the model fails `tsc` and `gql-tada check` together, and right code passes', async () => {
    for (const [name, text] of Object.entries(WRONG)) await project.write(`src/${name}`, text)
    const outcomes = await Promise.all(TYPECHECK.map((command) => project.run(...command)))
    const report = outcomes.map(({ output }) => output).join('\n')
    expect(outcomes.map(({ code }) => code > 0)).toEqual([true, true])
    expect(report).toContain('Cannot query field "flavour" on type "Recipe".')
    expect(report).toContain('Unknown argument "spicy" on field "Query.recipes".')
    expect(
      report
        .match(/src\/wrong-[a-z]+\.ts/g)
        ?.filter((name, at, all) => all.indexOf(name) === at)
        .sort(),
    ).toEqual(
      Object.keys(WRONG)
        .map((name) => `src/${name}`)
        .sort(),
    )
    expect(report.match(/wrong-rest\.ts/g)).toHaveLength(3)
    expect(report.match(/wrong-model\.ts/g)).toHaveLength(4)
    expect(report).not.toMatch(/(right|form)\.ts/)
  })

  it.each([
    [['types'], 2, 'Give one URL of a service.'],
    [['types', 'a', 'b'], 2, 'Give one URL of a service.'],
    [['kinds', 'a'], 2, 'There is no command "kinds".'],
    [[], 2, 'Give a command.'],
    [['types', 'a', '--colour'], 2, "Unknown option '--colour'"],
    [['types', 'content.example'], 1, 'Give the URL of the service'],
    [['types', 'http://127.0.0.1:1'], 1, 'No service answers at http://127.0.0.1:1. Start the service'],
    [['--help'], 0, 'Usage: npx @content-service/client types URL'],
    [['--help'], 0, 'model.ts         the content model'],
  ])('%j ends with %i', async (args, code, message) => {
    const outcome = await project.run(COMMAND, ...args)
    expect(outcome.output).toContain(message)
    expect(outcome.output).not.toContain('    at ')
    expect(outcome.code).toBe(code)
  })

  it('writes nothing when the address is that of another server', async () => {
    const { code, output } = await project.run(COMMAND, 'types', `${service.url}/api`, '--output', 'other')
    expect([code, output]).toEqual([1, expect.stringContaining('answered 404. Start the service')])
    expect(await readdir(project.folder)).not.toContain('other')
  })
})
