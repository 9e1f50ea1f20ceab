import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import {
  blogModel,
  gigModel,
  panelModel,
  recipeModel,
  siteModel,
  toolModel,
} from '@content-service/domain/testing'
import { buildSchema, parse, print, validateSchema, type TypeDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createContract } from './contract.ts'
import { writeTypeDefs } from '../service/schema.ts'
import { mergeDefinition } from './merge.ts'

const first = (sdl: string): TypeDefinitionNode => parse(sdl).definitions[0] as TypeDefinitionNode

const merge = (written: string, declared: string): string =>
  print(mergeDefinition(first(written), first(declared)))

const about = 'A test.'
const { blocks, group, line, list, one } = field
const seo = group({ title: line(80, { about }) }, { about, as: 'Seo', optional: true })
const Kind = record({
  name: 'Kind',
  plural: 'kinds',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  operations: (on) => ({ rate: on({ about, permission: 'write', input: { seo } }) }),
  fields: {
    title: line(80, { about }),
    price: field.decimal(8, 2, { about, index: true }),
    mood: field.choice(['CALM', 'LOUD'], { about, as: 'Mood' }),
    moods: list(field.choice(['CALM', 'LOUD'], { about, as: 'Mood' }), { about, least: 1 }),
    raw: field.json({ about, optional: true }),
    seo,
    stops: list(
      group({ kind: one('self', { about, optional: true, onDelete: 'cascade' }), seo }, { about }),
      { about },
    ),
    page: blocks(
      { text: { text: line(80, { about }) }, person: { user: one(User, { about, optional: true }) } },
      { about },
    ),
  },
})
const kindsModel = contentModel([...builtInModel.types, Kind])

describe('a definition that is written by hand', () => {
  it('keeps its text and its members, and the members of the declaration that it lacks follow them', () => {
    expect(
      merge(
        '"A page." type Page { "Its number." number: Int! }',
        '"Another." type Page { "A size." size: Int "A number." number: Float }',
      ),
    ).toBe('"A page."\ntype Page {\n  "Its number."\n  number: Int!\n  "A size."\n  size: Int\n}')
  })

  it('is a place, as a whole or in members without a description', () => {
    const declared = '"An entry." input Entry {\n  "An id."\n  id: ID!\n  "A word."\n  word: String = "x"\n}'
    expect(merge('input Entry', declared)).toBe(print(parse(declared)))
    expect(merge('"Mine." input Entry { word: Int id: Int }', declared)).toBe(
      '"Mine."\ninput Entry {\n  "A word."\n  word: String = "x"\n  "An id."\n  id: ID!\n}',
    )
  })

  it('takes the words of an enum and the types of a union that it lacks', () => {
    expect(merge('enum Kind { B }', 'enum Kind { A B C }')).toBe('enum Kind {\n  B\n  A\n  C\n}')
    expect(merge('union Hit = B', 'union Hit = A | B')).toBe('union Hit = B | A')
  })
})

describe('the contract', () => {
  it.each([
    ['the built-in model', builtInModel],
    ['a model without types of a team', contentModel([])],
    ['a model with extended types', toolModel],
    ['a model with revisions', recipeModel],
  ])('of %s leaves no place open', (_, model) => {
    const open = createContract(model).definitions.flatMap((each) => {
      const members = 'fields' in each ? (each.fields ?? []) : []
      return [each, ...members].filter((node) => !('description' in node && node.description?.value))
    })
    expect(open.map(print)).toEqual([])
  })

  it.each([
    ['types with other names', blogModel],
    ['types with one record', siteModel],
    ['links and rights', gigModel],
    ['links to many', panelModel],
    ['extended types', toolModel],
    ['revisions', recipeModel],
    ['all kinds of fields', kindsModel],
  ])('with %s is right by the rules of GraphQL', (_, model) => {
    // The service itself does not validate it at each start.
    expect(validateSchema(buildSchema(writeTypeDefs(model)))).toEqual([])
  })

  it('keeps each description, whatever its characters', () => {
    const about = 'Says """quoted""" \\ and } type Evil { x: Int }\n \0 \u2028 # __proto__ 😀.'
    const Tool = record({
      name: 'Tool',
      plural: 'tools',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: { isSharp: field.flag({ about, initial: false }) },
    })
    const contract = createContract(contentModel([Tool]))
    const again = parse(print(contract))
    expect(print(again)).toBe(print(contract))
    const types = new Map(again.definitions.map((each) => ['name' in each && each.name?.value, each]))
    expect(types.get('Tool')).toMatchObject({ description: { value: about } })
    expect(types.has('Evil')).toBe(false)
  })
})
