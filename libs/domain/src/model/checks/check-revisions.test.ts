import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { line, one } from '../fields/field-builders.ts'
import { record } from '../types/record.ts'
import type { ModelError } from './model-error.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const title = line(80, { about })

const declare = (given: object, fields: object = { title }) =>
  record({ name: 'Recipe', plural: 'recipes', about, allowed, revisions: true, fields, ...given } as never)

const findProblems = (...types: readonly ReturnType<typeof declare>[]): readonly string[] => {
  try {
    contentModel([...builtInModel.types, ...types])
    return []
  } catch (error) {
    return (error as ModelError).problems
  }
}

describe('C17.3 revisions: true', () => {
  it('is the only value, and no option of a fixed type', () => {
    expect(findProblems(declare({}))).toEqual([])
    expect(findProblems(declare({ revisions: 'all' }))).toEqual([
      'Recipe: revisions must be true, and is "all"; leave it out for a type that keeps none',
    ])
    expect(findProblems(declare({ fixed: true }))).toEqual([
      'Recipe: a record of a fixed type never changes, so that it has no earlier versions; remove fixed or revisions',
    ])
  })

  it.each(['revisions', 'editor'])('takes the name %s, which is free without the option', (name) => {
    const fields = { title, [name]: line(80, { about }) }
    expect(findProblems(declare({}, fields))).toEqual([
      `Recipe.${name}: revisions: true has a member ${name}; choose another name for the field`,
    ])
    expect(findProblems(declare({ revisions: undefined }, fields))).toEqual([])
  })

  it('takes the name of the list of revisions from links, and the names of its types from types', () => {
    const Recipe = declare({})
    const part = one(Recipe, { about, inverse: 'revisions', optional: true })
    const Part = declare({ name: 'Part', plural: 'parts', revisions: undefined }, { title, part })
    expect(findProblems(Recipe, Part)).toEqual([
      'Part.part: Recipe has a field revisions already; parts is free',
    ])
    const Other = declare({ name: 'RecipeRevision', plural: 'others', revisions: undefined })
    expect(findProblems(declare({}), Other)).toEqual([
      expect.stringMatching(/^RecipeRevision: Recipe already has RecipeRevision/),
    ])
  })
})
